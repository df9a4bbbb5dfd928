#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the file of the built-in facts about GPU errors from collected facts.

usage: make-health.py RAW [OUT]

RAW holds xid_errors.json and probe_reference.json; OUT (this folder unless given) gets facts.json. sources.json beside this
script is written by hand and says what each source is; a fact whose source is not in it stops it. The same RAW makes the same
bytes. Nothing is written when anything is wrong.
"""
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(HERE))
import factfiles
from factfiles import Wrong, read

SEVERITIES = ('info', 'warning', 'error', 'critical', 'unknown')
# The collections' own names for sources that both know.
NAMES = {'ngpuexp': 'SMI-CAPTURES', 'azNHC': 'AZNHC'}


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


def make(raw):
    known = {source['code'] for source in read(HERE, 'sources.json')}
    return {'facts.json': facts(read(raw, 'xid_errors.json'), read(raw, 'probe_reference.json'), known)}


factfiles.run(__file__, make)
