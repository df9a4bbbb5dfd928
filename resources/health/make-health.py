#!/usr/bin/env python3
"""Makes the file of the built-in facts about GPU errors from collected facts.

usage: make-health.py RAW [OUT]

RAW holds xid_errors.json and probe_reference.json; OUT (this folder unless given) gets facts.json. sources.json beside this
script is written by hand and says what each source is; a fact whose source is not in it stops it. The same RAW makes the same
bytes. Nothing is written when anything is wrong.
"""
import json
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
SEVERITIES = ('info', 'warning', 'error', 'critical', 'unknown')
# The collections' own names for sources that both know.
NAMES = {'ngpuexp': 'SMI-CAPTURES', 'azNHC': 'AZNHC'}


class Wrong(Exception):
    pass


def codes(src, known, where):
    named = [NAMES.get(code, code) for code in src]
    for code in named:
        if code not in known:
            raise Wrong('%s: source %s is not in sources.json' % (where, code))
    return named


def facts(raw, probe, known):
    critical = set(probe['xid_alerts']['alert_critical'])
    xids = []
    for fact in raw['xids']:
        where = 'Xid %s' % fact['xid']
        if not isinstance(fact['xid'], int) or fact['severity'] not in SEVERITIES:
            raise Wrong('%s: number or severity' % where)
        if fact['status'].startswith('unused'):
            continue
        alert = fact['xid'] in critical
        src = codes(fact['src'] + ([probe['xid_alerts']['alert_source']] if alert else []), known, where)
        xids.append({'xid': fact['xid'], 'name': fact['name'], 'meaning': fact['meaning'], 'severity': fact['severity'],
                     'advice': fact['advice'], 'action': fact['catalog_immediate'], 'alert': alert, 'src': src})
    if [fact['xid'] for fact in xids] != sorted({fact['xid'] for fact in xids}):
        raise Wrong('the Xids are not in order')
    reasons = []
    for bit in raw['clock_event_reasons']['bits']:
        field = (bit['query_field'] or '').split('.')[-1] or None
        reasons.append({'bit': bit['bit'], 'field': field, 'meaning': bit['meaning'], 'reading': bit['reading'],
                        'src': codes(raw['clock_event_reasons']['src'], known, bit['bit'])})
    statuses = [{'status': int(status), 'meaning': meaning} for status, meaning in probe['nvidia_smi_exit_codes'].items()]
    return {'as_of': raw['as_of'], 'xids': xids, 'clock_reasons': reasons, 'smi_statuses': sorted(statuses, key=lambda entry: entry['status'])}


def written(made):
    """One line for each fact, so that a change of one shows as one."""
    parts = []
    for key, value in made.items():
        if isinstance(value, list):
            lines = ',\n  '.join(json.dumps(entry, ensure_ascii=False) for entry in value)
            parts.append('%s: [\n  %s]' % (json.dumps(key), lines))
        else:
            parts.append('%s: %s' % (json.dumps(key), json.dumps(value, ensure_ascii=False)))
    return '{\n ' + ',\n '.join(parts) + '\n}\n'


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit('usage: make-health.py RAW [OUT]')
    out = sys.argv[2] if len(sys.argv) == 3 else HERE

    def read(folder, name):
        with open(os.path.join(folder, name), encoding='utf-8') as file:
            return json.load(file)
    try:
        known = {source['code'] for source in read(HERE, 'sources.json')}
        text = written(facts(read(sys.argv[1], 'xid_errors.json'), read(sys.argv[1], 'probe_reference.json'), known))
    except (Wrong, OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        sys.exit('make-health.py: %s' % (problem if isinstance(problem, Wrong) else repr(problem)))
    with open(os.path.join(out, 'facts.json'), 'w', encoding='utf-8', newline='\n') as file:
        file.write(text)


main()
