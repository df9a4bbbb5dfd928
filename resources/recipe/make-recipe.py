#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the facts behind environment recipes and the linter from collected facts.

usage: make-recipe.py RAW [OUT]

RAW holds nccl_env.json and framework_compat.json; OUT (this folder unless given) gets variables.json. names.json and
sources.json beside this script are written by hand; a fact whose source is not in sources.json, a source that does not say how far
it was followed, a name that no variable can have and one that stands twice stop it. The same RAW makes the same bytes. Nothing is
written when anything is wrong.
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(HERE))
import factfiles
from factfiles import Wrong, read

NAME = re.compile(r'[A-Z][A-Z0-9_]*')
OPTION = re.compile(r'[a-z][a-z0-9_]*')
# How far a source was followed: its text was read, it is where its link says, neither.
SEEN = ('text', 'place', 'no')
VALUE = re.compile(r'-?[A-Za-z0-9_]+')
# What the facts write for the oldest and the newest Python of a release.
RANGE = re.compile(r'>=(3\.\d+),<=(3\.\d+)|(3\.\d+)-(3\.\d+)')


def checked(fact, codes, where):
    for code in fact['src']:
        if code not in codes:
            raise Wrong('%s: source %s is not in sources.json' % (where, code))
    return fact['src']


def values(fact):
    """Those that are to be written as they are; nothing where the facts describe them instead."""
    told = fact['values']
    if not isinstance(told, list):
        return None
    # "0 nothing" tells what 0 does.
    plain = [re.sub(r'^(\d+) .*', r'\1', value) for value in told]
    return plain if all(VALUE.fullmatch(value) for value in plain) else None


def check_names(names, codes, listed):
    """Each name once, with the sources in which it was seen."""
    seen = set()
    for kind, form in (('names', NAME), ('prefixes', NAME), ('allocator_options', OPTION)):
        for group in names[kind]:
            checked(group, codes, 'names.json, ' + kind)
            for name in group['names']:
                if not form.fullmatch(name):
                    raise Wrong('names.json: %r is no name' % name)
                if name in seen or name in listed:
                    raise Wrong('names.json: %s stands there twice, or in the facts' % name)
                seen.add(name)


def variables(raw, codes):
    found = []
    for fact in raw['variables']:
        name = fact['name']
        for written in [name, *fact.get('old_names', []), *([fact['new_name']] if 'new_name' in fact else [])]:
            if not NAME.fullmatch(written):
                raise Wrong('%r is no name of a variable' % written)
        entry = {'name': name, 'group': fact['group'], 'values': values(fact), 'default': fact['default']}
        if 'list' in fact.get('form', ''):
            entry['list'] = True
        if 'old_names' in fact:
            entry['old_names'] = fact['old_names']
        if 'new_name' in fact:
            entry['new_name'] = fact['new_name']
        if 'options' in fact:
            entry['options'] = [option['key'] for option in fact['options']]
        entry['src'] = checked(fact, codes, name)
        found.append(entry)
    return found


def pythons(raw, codes):
    found = []
    for framework, key in (('torch', 'pytorch'), ('tensorflow', 'tensorflow')):
        for fact in raw[key]['releases']:
            where = '%s %s' % (framework, fact['version'])
            if not fact.get('python'):
                continue
            told = RANGE.search(fact['python'])
            if not told:
                raise Wrong('%s: %r is no range of Python' % (where, fact['python']))
            least, most = [part for part in told.groups() if part]
            # Updates of a minor of TensorFlow are not listed.
            ends = ['.'.join(end.split('.')[:2]) if key == 'tensorflow' else end for end in fact['version'].split('-')]
            found.append({'framework': framework, 'first': ends[0], 'last': ends[-1], 'least': least, 'most': most,
                          'src': checked(fact, codes, where)})
    return found


def make(raw):
    sources = read(HERE, 'sources.json')
    codes = {source['code'] for source in sources}
    for source in sources:
        if source['seen'] not in SEEN:
            raise Wrong('%s: %r does not say how far it was followed' % (source['code'], source['seen']))
    collected, frameworks = read(raw, 'nccl_env.json'), read(raw, 'framework_compat.json')
    found = variables(collected, codes)
    check_names(read(HERE, 'names.json'), codes, {name for fact in found for name in [fact['name'], *fact.get('old_names', [])]})
    return {'variables.json': {'as_of': collected['as_of'], 'variables': found, 'pythons': pythons(frameworks, codes)}}


factfiles.run(__file__, make)
