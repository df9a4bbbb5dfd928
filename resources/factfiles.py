# SPDX-License-Identifier: GPL-3.0-or-later
"""What the scripts that make built-in facts share: they read collected facts, stop at anything that they do not know, and write
the same bytes for the same facts. Used by make-compat.py, make-health.py, make-recipe.py and make-reference.py."""
import json
import os
import sys


class Wrong(Exception):
    """Why nothing is written, in words."""


def read(folder, name):
    with open(os.path.join(folder, name), encoding='utf-8') as file:
        return json.load(file)


def written(facts):
    """One line for each fact, so that a change of one shows as one."""
    parts = []
    for key, value in facts.items():
        if isinstance(value, list):
            lines = ',\n  '.join(json.dumps(entry, ensure_ascii=False) for entry in value)
            parts.append('%s: [\n  %s]' % (json.dumps(key), lines))
        else:
            parts.append('%s: %s' % (json.dumps(key), json.dumps(value, ensure_ascii=False)))
    return '{\n ' + ',\n '.join(parts) + '\n}\n'


def run(script, make):
    """SCRIPT RAW [OUT]: make(RAW) gives facts by name of file, for the folder OUT or that of the script."""
    name, here = os.path.basename(script), os.path.dirname(os.path.abspath(script))
    if len(sys.argv) not in (2, 3):
        sys.exit('usage: %s RAW [OUT]' % name)
    out = sys.argv[2] if len(sys.argv) == 3 else here
    try:
        files = {file: written(facts) for file, facts in make(sys.argv[1]).items()}
    except (Wrong, OSError, ValueError, KeyError, TypeError, AttributeError) as problem:
        sys.exit('%s: %s' % (name, problem if isinstance(problem, Wrong) else repr(problem)))
    for file, text in files.items():
        with open(os.path.join(out, file), 'w', encoding='utf-8', newline='\n') as to:
            to.write(text)
