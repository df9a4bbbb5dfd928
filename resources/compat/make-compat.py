#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the files of the built-in compatibility facts from collected facts.

usage: make-compat.py RAW [OUT]

RAW holds cuda_compat.json and framework_compat.json; OUT (this folder unless given) gets cuda.json and frameworks.json.
sources.json beside this script is written by hand and says what each source is; a fact whose source is not in it, and a rule
in words that this script does not know, stop it. The same RAW makes the same bytes. Nothing is written when anything is wrong.
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(HERE))
import factfiles
from factfiles import Wrong, read

VERSION = re.compile(r'\d+(\.\d+)*')
# The consumer cards among the GPU names of the facts; cards for workstations have a letter or another word.
GEFORCE = re.compile(r'RTX \d{4}( Ti| SUPER)?')
# Clauses of constraint strings that the facts tell in a note.
EXTRA_CLAUSES = {'Also a clause without brand: driver>=450. The string is: cuda>=11.3 | tesla 418 | tesla 440 | driver>=450.':
                 ['driver>=450']}
INCOMPLETE = 'Incomplete: only the R595 clause was quoted in the source.'
# What the rules of JAX say in words: the version each begins with, and the CUDA versions its wheels are for (least and built
# with, where told). None: the rule is not about CUDA.
JAX = {'one CUDA 11.1 wheel serves CUDA 11.1 and newer minors': ('0.1.66', [('11.1', None)]),
       'CUDA 10.2 and 11.1+ (11.0 and 10.1 dropped)': ('0.1.71', [('10.2', '10.2'), ('11.1', None)]),
       'CUDA 11.1+ only (10.x dropped)': ('0.1.72', [('11.1', None)]),
       'wheels for CUDA 11.8 and CUDA 12; 11.4 dropped': ('0.4.8', [('11.8', '11.8'), ('12.0', None)]),
       'CUDA 12 wheels need CUDA >= 12.2 and cuDNN >= 8.9.4; Python 3.12 wheels added': ('0.4.17', [('11.8', '11.8'), ('12.2', None)]),
       'CUDA 12.3 and 11.8 (12.2 dropped)': ('0.4.24', [('11.8', '11.8'), ('12.3', '12.3')]),
       'CUDA >= 12.1 only; 11.8 dropped': ('0.4.26', [('12.1', None)]),
       'cuDNN >= 9.1 (documented here, true before)': None,
       'built with CUDA 12.8, accepts >= 12.1; cuDNN >= 9.8': ('0.6.0', [('12.1', '12.8')]),
       'built with CUDA 12.9, accepts >= 12.1; Python 3.14 wheels': ('0.7.1', [('12.1', '12.9')]),
       'Python 3.11 dropped': None}
JAX_EXTRAS = re.compile(r'extras cuda12 \(driver >= (\d+), cc >= ([\d.]+), CUDA >= ([\d.]+), .*\) and '
                        r'cuda13 \(driver >= (\d+), cc >= ([\d.]+), CUDA >= ([\d.]+), .*no native Windows GPU')
# What a note says about the builds for Arm: the releases, then the builds with their code.
ARM = re.compile(r'aarch64 builds of ([\d.]+)-([\d.]+): (.*)\.$')
ARM_CODE = re.compile(r'((?:cu\d+(?: and )?)+) ([\d.;]+(?:\+PTX)?)')
# Which of a claim's sources list drivers.
DRIVER_LISTS = ('OGKM', 'INSTALLERS')
UNPUBLISHED = re.compile(r'No driver ([\d.]+) was published \((.*?)\)')


def known(codes):
    def check(fact, where):
        src = fact.get('src') or []
        for code in src:
            if code not in codes:
                raise Wrong('%s: source %s is not in sources.json' % (where, code))
        return src
    return check


def version(text, where):
    if text is not None and not VERSION.fullmatch(text):
        raise Wrong('%s: %r is no version' % (where, text))
    return text


def pick(fact, names):
    return {name: fact[name] for name in names if fact.get(name) is not None}


def cuda_facts(raw, frameworks, sources):
    families, toolkits, tables, architectures, gpus, branches, strings, unpublished = [], [], [], [], [], [], [], []
    for fact in raw['families']:
        where = 'family %s' % fact['cuda_major']
        families.append({**pick(fact, ('cuda_major',)), 'linux_min': version(fact.get('linux_min'), where),
                         'windows_min': version(fact.get('windows_min'), where), 'src': sources(fact, where)})
    for fact in raw['toolkits']:
        where = 'toolkit ' + fact['version']
        linux, windows = fact['linux_x86_64'], fact['windows_x86_64']
        toolkits.append({'version': version(fact['version'], where), 'label': fact['label'], 'cuda': version(fact['cuda'], where),
                         'linux_min': version(linux['own_driver_min'] or linux['bundled_driver'], where),
                         'windows_min': version(windows['own_driver_min'] or windows['bundled_driver'], where),
                         'sm_table': fact['sm_table'], 'src': sources(fact, where)})
    for fact in raw['sm_tables']:
        if not all(isinstance(sm, int) for sm in fact['sm']):
            raise Wrong('table %s: an architecture is no number' % fact['id'])
        tables.append({'id': fact['id'], 'sm': sorted(fact['sm']), 'src': sources(fact, fact['id'])})
    for fact in raw['architectures']:
        architectures.append({**pick(fact, ('arch', 'cc', 'first_cuda', 'last_cuda', 'last_driver_branch')),
                              'src': sources(fact, fact['arch'])})
    for fact in raw['gpus']:
        kind = 'data-center' if fact['data_center'] else 'geforce' if GEFORCE.fullmatch(fact['name']) else 'workstation'
        gpus.append({'name': fact['name'], 'cc': version(fact['cc'], fact['name']), 'kind': kind,
                     **({'brand': fact['smi_product_brand']} if fact['smi_product_brand'] else {}), 'src': sources(fact, fact['name'])})
    for fact in raw['driver_branches']:
        where = 'branch %s' % fact['branch']
        state = fact['state_on_2026_11_21']
        ended = True if state and state.startswith('end of life') else False if state == 'supported' else None
        newest = fact.get('highest_release_seen')
        branches.append({'branch': fact['branch'], 'cuda': version(fact['nvidia_smi_cuda'], where), 'type': fact['type'],
                         'end': fact['eol'], 'ended': ended, 'newest_seen': version(newest['version'], where) if newest else None,
                         'src': sources(fact, where)})
    for fact in raw['forward_compat_image_clauses']['entries']:
        where = 'image ' + fact['image_seen']
        note = fact.get('note', '')
        entry = {'cuda': version(fact['cuda'], where), 'image': version(fact['image_seen'], where), 'first': fact['first_clause'],
                 'groups': [{'brands': group['brands'], 'branches': group['driver_branches']} for group in fact['groups']],
                 'src': sources(fact, where)}
        if note in EXTRA_CLAUSES:
            entry['extra'] = EXTRA_CLAUSES[note]
        if note == INCOMPLETE:
            entry['incomplete'] = True
        elif any(group['brands'] is None for group in fact['groups']) or 'clause' in note and note not in EXTRA_CLAUSES:
            raise Wrong('%s: a note that this script does not know: %s' % (where, note))
        strings.append(entry)
    for claim in frameworks['seed_claims']:
        for number, instead in UNPUBLISHED.findall(claim['fact']):
            branch = number.split('.')[0] + '.'
            unpublished.append({'version': number, 'published': [found for found in re.findall(r'[\d.]+', instead) if found.startswith(branch)],
                                'src': [code for code in sources(claim, number) if code in DRIVER_LISTS]})
    return {'as_of': raw['as_of'], 'families': families, 'toolkits': toolkits, 'sm_tables': tables, 'architectures': architectures,
            'gpus': gpus, 'driver_branches': branches, 'constraint_strings': strings, 'unpublished_drivers': unpublished}


def code_list(text, where):
    """"7.5;8.0+PTX" as it is, checked; what is not known stays so."""
    if text is not None and not re.fullmatch(r'\d+\.\d(\+PTX)?(;\d+\.\d(\+PTX)?)*', text):
        raise Wrong('%s: %r is no list of GPU code' % (where, text))
    return text


def arm_code(notes):
    """By release and build, "2.12 cu126": its code."""
    found = {}
    for note in notes:
        told = ARM.match(note['text'])
        if not told:
            continue
        first, last = ([int(part) for part in told.group(at).split('.')] for at in (1, 2))
        for builds, code in ARM_CODE.findall(told.group(3)):
            for minor in range(first[1], last[1] + 1):
                for tag in builds.split(' and '):
                    found['%d.%d %s' % (first[0], minor, tag)] = code_list(code, 'Arm')
    return found


def framework_facts(raw, sources):
    torch, tensorflow, jax, images = [], [], [], []
    arm = arm_code(raw['pytorch'].get('notes', []))
    for fact in raw['pytorch']['releases']:
        where = 'torch ' + fact['version']
        builds = []
        for build in fact['builds']:
            place = where + ' ' + build['tag']
            builds.append({'tag': build['tag'], 'cuda': version(build['cuda'], place), 'cudnn': version(build['cudnn'], place),
                           'code_linux': code_list(build['arch_linux_x86_64'], place),
                           'code_windows': code_list(build['arch_windows'], place),
                           **({'code_arm': arm[fact['version'] + ' ' + build['tag']]} if fact['version'] + ' ' + build['tag'] in arm else {}),
                           **({'code_members': build['arch_known_members']} if 'arch_known_members' in build else {}),
                           'src': sources(build, place)})
        ends = fact['version'].split('-')
        torch.append({'first': version(ends[0], where), 'last': version(ends[-1], where),
                      'default': version(fact['pip_default_cuda_linux'], where), 'builds': builds, 'src': sources(fact, where)})
    for fact in raw['tensorflow']['releases']:
        where = 'tensorflow ' + fact['version']
        tensorflow.append({'version': version(fact['version'], where), 'cuda': version(fact['cuda'], where),
                           'cudnn': version(fact['cudnn'], where), 'src': sources(fact, where)})
    for fact in raw['jax']['steps']:
        extras = JAX_EXTRAS.match(fact['rule'])
        if extras:
            names = ('driver', 'cc', 'cuda')
            jax_extras = {'cuda12': dict(zip(names, extras.groups()[:3])), 'cuda13': dict(zip(names, extras.groups()[3:])),
                          'first': version(raw['jax']['steps'][-2]['from'].split()[-1], 'jax extras'), 'src': sources(fact, 'jax extras')}
        elif fact['rule'] not in JAX:
            raise Wrong('jax: a rule that this script does not know: %s' % fact['rule'])
        elif JAX[fact['rule']]:
            first, wheels = JAX[fact['rule']]
            if first not in fact['from']:
                raise Wrong('jax: the rule of %s begins elsewhere: %s' % (first, fact['from']))
            jax.append({'first': first, 'wheels': [{'least': least, 'built': built} for least, built in wheels],
                        'src': sources(fact, 'jax ' + first)})
    for name, fact in raw['images'].items():
        for tag in fact['tags_seen']:
            if not re.fullmatch(r'[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}', tag):
                raise Wrong('%s: %r is no tag' % (name, tag))
        images.append({'name': name, 'tags': fact['tags_seen'],
                       'src': sources({'src': [code for code in fact['tags_src'] if code != 'SEED']}, name)})
    ngc = []
    for fact in raw['ngc_pytorch']['releases']:
        where = fact['tag']
        # "12.5.0", or with its name, "10.1 Update 1".
        cuda = re.match(r'[\d.]+', fact['cuda']).group() if fact['cuda'] else None
        ngc.append({'tag': fact['release'] + '-py3', 'cuda': version(cuda, where), 'driver': version(fact['driver_linux'], where),
                    'torch': fact['torch'], 'older_drivers': fact['data_center_older_drivers'] or [], 'src': sources(fact, where)})
    return {'as_of': raw['as_of'], 'torch': torch, 'tensorflow': tensorflow, 'jax': jax, 'jax_extras': jax_extras, 'images': images,
            'ngc_pytorch': ngc}


def make(raw):
    sources = known({source['code'] for source in read(HERE, 'sources.json')})
    cuda, frameworks = read(raw, 'cuda_compat.json'), read(raw, 'framework_compat.json')
    return {'cuda.json': cuda_facts(cuda, frameworks, sources), 'frameworks.json': framework_facts(frameworks, sources)}


factfiles.run(__file__, make)
