#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the built-in figures that a probe's results are judged by, from collected ones.

usage: make-reference.py RAW [OUT]

RAW holds probe_reference.json; OUT (this folder unless given) gets reference.json. A figure whose source is not in RAW's list,
a GPU's entry that this script does not know, and a figure that cannot be one, stop it. The same RAW makes the same bytes.
Nothing is written when anything is wrong.

A figure is of one `kind`: "measured" (somebody measured it and says so), "floor" (the maker's own diagnosis fails below it),
"provider-floor" (a provider's own check of its machines fails below it), "spec" (of the datasheet) or "estimate" (computed here
from a datasheet figure and what like GPUs reach; it says from which).
"""
import os
import re
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(HERE))
import factfiles
from factfiles import Wrong, read


# What an entry of a GPU means, by the names of the probe's results (docs/probe.md).
SPEC = {'mem_GBps': 'copy', 'fp16_tensor_TFLOPS': 'matmul fp16', 'bf16_TFLOPS': 'matmul bf16', 'tf32_TFLOPS': 'matmul tf32',
        'fp32_TFLOPS': 'matmul fp32', 'fp8_TFLOPS': 'matmul fp8'}
MEASURED = {'mem_GBps': 'copy', 'mem_triad_GBps': 'triad', 'mem_copy_torch_GBps': 'memcpy', 'bf16_matmul_TFLOPS': 'matmul bf16',
            'bf16_8192_TFLOPS': 'matmul bf16', 'fp8_matmul_TFLOPS': 'matmul fp8', 'fp16_cublasLt_TFLOPS': 'matmul fp16',
            'fp8_cublasLt_TFLOPS': 'matmul fp8', 'fp32_GEMM_GFLOPS': 'matmul fp32', 'h2d_GBps': 'h2d-pinned', 'd2h_GBps': 'd2h-pinned',
            'p2p_write_uni_GBps': 'peer-bandwidth'}
FLOORS = {'mem_GBps': ['copy'], 'fp32_GEMM_GFLOPS': ['matmul fp32'], 'h2d_d2h_GBps': ['h2d-pinned', 'd2h-pinned'],
          'p2p_read_GBps': ['peer-bandwidth']}
# Entries about what the probe does not measure, and other figures for what is there already.
PASSED_OVER = {'sms', 'pcie', 'tdp_W', 'clock_MHz', 'nvlink_uni_GBps', 'fp64_GEMM_GFLOPS', 'mem_GBps_dcgm', 'p2p_write_bidir_GBps',
               'allreduce_busbw_8gpu_GBps', 'allreduce_busbw_2gpu_GBps', 'allreduce_ring_busbw_8gpu_GBps', 'ib_Gbps'}
SHAPE = re.compile(r'(\d+)\^3')
# A note that says that a cloud gives this GPU fewer PCIe lanes than it has.
NARROW = re.compile(r'(\w+) \w+ shows (?:pcie\.)?link[. ]width(?:\.current)? (\d+)x')

# Where nobody measured: the datasheet times what a like GPU reaches. GPU, what, datasheet figure, ratio's list and name.
# The bf16 ratios are for fp16 as well: the tensor cores of these GPUs do both at one rate. Small GPUs below 80 W are limited
# by their power, not by their tensor cores, and get no estimate.
LIKE = [('A100-SXM4-40GB', 'copy', 'mem_GBps', 'mem_copy_over_spec', 'HBM2e_A100'),
        ('A100-SXM4-40GB', 'matmul bf16', 'bf16_TFLOPS', 'bf16_matmul_over_spec', 'A100'),
        ('A100-SXM4-40GB', 'matmul fp16', 'bf16_TFLOPS', 'bf16_matmul_over_spec', 'A100'),
        ('A100-PCIe-40GB', 'matmul fp16', 'bf16_TFLOPS', 'bf16_matmul_over_spec', 'A100'),
        ('H100-SXM5-80GB', 'matmul fp16', 'bf16_TFLOPS', 'bf16_matmul_over_spec', 'H100'),
        ('H200-SXM', 'matmul fp16', 'bf16_TFLOPS', 'bf16_matmul_over_spec', 'H100'),
        ('B200', 'matmul fp16', 'bf16_TFLOPS', 'bf16_matmul_over_spec', 'B200'),
        ('V100-SXM2', 'matmul fp16', 'fp16_tensor_TFLOPS', 'bf16_matmul_over_spec', 'B200')]

# Rows of the maker's diagnosis that cannot be, besides those that RAW flags itself.
IMPOSSIBLE = {'2336': '170 GB/s for a GPU of 700 W', '29bc': '3,416 fp32 TFLOP/s'}

# What the driver says of clocks: harmless, cooling or power of the machine at fault, the GPU warm, or somebody's setting.
# By the probe's own words for them.
CLOCKS = {'gpu_idle': ('idle', 'none'), 'applications_clocks_setting': ('application-clocks', 'set'), 'sw_power_cap': ('sw-power-cap', 'none'),
          'hw_slowdown': ('hw-slowdown', 'fault'), 'sync_boost': ('sync-boost', 'none'), 'sw_thermal_slowdown': ('sw-thermal', 'hot'),
          'hw_thermal_slowdown': ('hw-thermal', 'fault'), 'hw_power_brake_slowdown': ('hw-power-brake', 'fault'),
          'display_clock_setting': ('display-clocks', 'set')}


class Maker:
    def __init__(self, raw):
        self.raw = raw
        self.used = set()

    def source(self, code, where):
        if code not in self.raw['sources']:
            raise Wrong('%s: source %s is not in the list of sources' % (where, code))
        self.used.add(code)
        return code

    def figure(self, what, kind, value, unit_key, source, where, **more):
        """`unit_key` tells the unit by its end: GBps, TFLOPS, GFLOPS."""
        scale = 0.001 if unit_key.endswith('GFLOPS') else 1
        values = value if isinstance(value, list) else [value]
        if not values or any(isinstance(one, bool) or not isinstance(one, (int, float)) or not 0 < one < 1e6 for one in values):
            raise Wrong('%s: %r cannot be a figure' % (where, value))
        entry = {'what': what, 'kind': kind, 'low': round(min(values) * scale, 3), 'high': round(max(values) * scale, 3)}
        entry.update({key: text for key, text in more.items() if text})
        entry['src'] = self.source(source, where)
        return entry

    def conditions(self, entry):
        told = [entry[key] for key in ('test', 'shape', 'torch', 'conditions', 'note') if entry.get(key)]
        return '; '.join(told)

    def gpu(self, raw):
        key = raw['key']
        figures, notes = [], list(raw.get('notes', []))
        if raw.get('id_note'):
            notes.append(raw['id_note'])
        for name, entry in raw['spec'].items():
            if name in SPEC:
                figures.append(self.figure(SPEC[name], 'spec', entry['value'], name, entry['source'], key, conditions=entry.get('note')))
            elif name not in PASSED_OVER:
                raise Wrong('%s: a datasheet figure that this script does not know: %s' % (key, name))
        for name, entry in raw['measured'].items():
            if name in PASSED_OVER or entry.get('suspect'):
                continue
            if name not in MEASURED:
                raise Wrong('%s: a measurement that this script does not know: %s' % (key, name))
            kind = 'estimate' if entry.get('derived') else 'measured'
            if 'by_square_size' in entry:
                for size, value in entry['by_square_size'].items():
                    figures.append(self.figure(MEASURED[name], kind, value, name, entry['source'], key, size=int(size),
                                               conditions=self.conditions(entry)))
                continue
            shape = SHAPE.search(entry.get('note', ''))
            figures.append(self.figure(MEASURED[name], kind, entry['value'], name, entry['source'], key,
                                       size=int(shape.group(1)) if shape else None, conditions=self.conditions(entry)))
        for name, entry in raw['floors'].items():
            if name in PASSED_OVER:
                continue
            if name not in FLOORS:
                raise Wrong('%s: a floor that this script does not know: %s' % (key, name))
            kind = 'provider-floor' if entry['source'] == 'azNHC' else 'floor'
            for what in FLOORS[name]:
                figures.append(self.figure(what, kind, entry['value'], name, entry['source'], key, conditions=entry.get('note')))
        for gpu, what, spec, table, family in LIKE:
            if gpu != key:
                continue
            ratios = self.raw['judging']['family_ratio'][table]
            ratio = ratios[family]
            self.source(ratios['source'], key)
            figures.append(self.figure(what, 'estimate', round(raw['spec'][spec]['value'] * ratio, 1), spec, 'derived', key,
                                       conditions='%g × %g, the share that %s reaches (%s)' % (raw['spec'][spec]['value'], ratio, family.split('_')[-1],
                                                                                             ratios['source'])))
        for pci in raw['pci_device_ids']:
            if not re.fullmatch('[0-9a-f]{4}', pci):
                raise Wrong('%s: %r is no PCI device id' % (key, pci))
        entry = {'key': key, 'gpu': raw['gpus_json_id'], 'names': raw['name_match'], 'pci': raw['pci_device_ids'], 'figures': figures}
        for note in notes:
            told = NARROW.search(note)
            if told:
                entry['lanes'] = {'width': int(told.group(2)), 'at': told.group(1), 'src': self.source('tgxml', key)}
        if notes:
            entry['notes'] = notes
        return entry

    def others(self, known):
        """GPUs that only the maker's diagnosis knows: floors by PCI id."""
        rows = []
        ids = [row['pci_device_id'].lower() for row in self.raw['dcgm_floors']['rows']]
        for row, pci in zip(self.raw['dcgm_floors']['rows'], ids):
            if not re.fullmatch('[0-9a-f]{4}([0-9a-f]{4})?', pci):
                raise Wrong('%r is no PCI device id' % pci)
            # The probe does not tell cards apart that share a device id.
            if row['flag'] or pci in IMPOSSIBLE or pci in known or len(pci) == 8 or ids.count(pci) > 1:
                continue
            figures = []
            for what, kind, name, key in (('copy', 'measured', 'membw_measured_GBps', 'GBps'), ('copy', 'floor', 'membw_floor_GBps', 'GBps'),
                                          ('matmul fp32', 'floor', 'gemm_floor_GFLOPS', 'GFLOPS')):
                if row[name] is not None and (what != 'matmul fp32' or row['gemm_precision'] == 'fp32'):
                    figures.append(self.figure(what, kind, row[name], key, 'dcgm', pci))
            rows.append({'key': row['label'], 'pci': [pci], 'figures': figures})
        return rows

    def links(self):
        entries = []
        for link, entry in self.raw['pcie_link']['expected_h2d_GBps'].items():
            told = re.fullmatch(r'(\d)\.0 x(\d+)', link)
            if not told:
                raise Wrong('%r is no PCIe link' % link)
            entries.append({'generation': int(told.group(1)), 'width': int(told.group(2)), 'h2d': entry['v'],
                            'kind': 'estimate' if entry['source'] == 'derived' else 'measured', 'src': self.source(entry['source'], link)})
        return entries

    def clocks(self):
        reasons = []
        for bit, name in self.raw['clock_event_bits'].items():
            if bit in ('benign', 'source'):
                continue
            if name not in CLOCKS:
                raise Wrong('clocks: a reason that this script does not know: %s' % name)
            word, means = CLOCKS[name]
            if (means == 'none') != (bit in self.raw['clock_event_bits']['benign'] or word == 'sync-boost'):
                raise Wrong('clocks: %s means something else here' % name)
            reasons.append({'name': word, 'means': means, 'src': self.source(self.raw['clock_event_bits']['source'], 'clocks')})
        return reasons

    def make(self):
        gpus = [self.gpu(raw) for raw in self.raw['gpus']]
        known = {pci for gpu in gpus for pci in gpu['pci']}
        others = self.others(known)
        links, clocks = self.links(), self.clocks()
        # Of the bands, of the spread within a machine, and of rows and errors.
        for code in ('mlE', 'dcgm', 'azNHC', 'ngpuexp'):
            self.source(code, 'bands')
        sources = [{'code': code, 'title': self.raw['sources'][code]['title'].replace(' in this folder', ' of the catalogue'), 'link': self.raw['sources'][code]['url'] or '',
                    **{key: self.raw['sources'][code][key] for key in ('date', 'commit', 'license') if key in self.raw['sources'][code]}}
                   for code in sorted(self.used)]
        return {'as_of': self.raw['compiled'], 'sources': sources, 'gpus': gpus, 'others': others, 'links': links, 'clocks': clocks}


def make(raw):
    return {'reference.json': Maker(read(raw, 'probe_reference.json')).make()}


factfiles.run(__file__, make)
