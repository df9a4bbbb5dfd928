#!/usr/bin/env python3
"""Makes the files of the built-in catalogue from collected facts.

usage: make-catalog.py RAW [OUT]

RAW holds instances.csv, gpus.json and pricing_models.json; OUT (this folder unless given) gets offers.csv, gpus.json and
providers.json. sources.json beside this script is written by hand and says what each source is; a figure whose source is
not in it stops the script. The same RAW makes the same bytes. Nothing is written when anything is wrong.
"""
import collections
import csv
import io
import json
import os
import re
import sys
from decimal import Decimal, InvalidOperation

HERE = os.path.dirname(os.path.abspath(__file__))
COLUMNS = ['provider', 'type', 'gpu', 'gpus', 'gpu_memory_gib', 'vcpus', 'memory_gib', 'region', 'purchase', 'price',
           'currency', 'as_of', 'source', 'shape_source', 'saving_percent', 'interruption', 'spot_source']
CURRENCIES = ('USD', 'CNY')
BANDS = ('', '<5%', '5-10%', '10-15%', '15-20%', '>20%')
PRECISIONS = ('fp64', 'fp64_tensor', 'fp32', 'tf32', 'fp16', 'bf16', 'fp8', 'int8')
# What the parts of a source like "karpenter-aws+skypilot-v9+spot-advisor-2025-06-28+ec2.shop-ri" are about, beyond
# the list price, and the date of those figures where it is not the row's.
SPOT_STATISTICS = {'spot-advisor-2025-06-28': '2025-06-28'}
RESERVED = {'ec2.shop-ri': '2025-04'}
# One source of its own: a sum of two others' prices.
SUMS = ('karpenter-gcp(n1)+skypilot-v9(gpu)',)
# Dates of the sources that price spot where another one prices on demand.
SECOND_PRICE = {'skypilot-v9': '2026'}


class Wrong(Exception):
    pass


def number(text, where, least, most, digits):
    """The figure as it will be written: no exponent, no needless zeros; '' when it is not known."""
    if text in (None, ''):
        return ''
    try:
        value = Decimal(str(text))
    except InvalidOperation:
        raise Wrong(f'{where}: {text!r} is not a number')
    if not value.is_finite() or not Decimal(str(least)) <= value <= Decimal(str(most)):
        raise Wrong(f'{where}: {text} is not within {least} and {most}')
    written = format(value.normalize(), 'f')
    if '.' in written and len(written.split('.')[1]) > digits:
        raise Wrong(f'{where}: {text} has more than {digits} decimals')
    return written


def sources_of(text):
    """(of the list price, of the second price, of the shape, of spot statistics, of reserved prices)"""
    plain = re.sub(r'\((spec; )?no price found\)', '', text)
    if plain != text or plain in SUMS:
        return plain, None, plain, None, None
    shape = re.search(r'\+([^+]+)\(spec\)$', plain)
    parts = plain[:shape.start()].split('+') if shape else plain.split('+')
    prices = [p for p in parts if p not in SPOT_STATISTICS and p not in RESERVED]
    if not 1 <= len(prices) <= 2:
        raise Wrong(f'source {text!r} names {len(prices)} price lists')
    return (prices[0], prices[1] if len(prices) == 2 else None, shape.group(1) if shape else prices[0],
            next((p for p in parts if p in SPOT_STATISTICS), None), next((p for p in parts if p in RESERVED), None))


def offers_of(row, where):
    """The offers of one instance type in one region: one for each way to buy it."""
    price, second, shape, statistics, reserved = sources_of(row['source'])
    if not re.fullmatch(r'20\d\d(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?', row['as_of']):
        raise Wrong(f'{where}: as_of {row["as_of"]!r}')
    if row['price_currency'] not in CURRENCIES:
        raise Wrong(f'{where}: currency {row["price_currency"]!r}')
    common = {
        'provider': row['provider'], 'type': row['instance_type'], 'gpu': row['gpu_model'],
        'gpus': number(row['gpu_count'], where + ' gpu_count', '0.01', 128, 4),
        'gpu_memory_gib': number(row['gpu_memory_gib'], where + ' gpu_memory_gib', 1, 1024, 3),
        'vcpus': number(row['vcpus'], where + ' vcpus', 1, 2048, 2),
        'memory_gib': number(row['memory_gib'], where + ' memory_gib', 1, 32768, 3),
        'region': '' if row['region'] == 'any' else row['region'],
        'currency': row['price_currency'], 'shape_source': shape}
    for key in ('provider', 'type', 'gpu', 'gpus'):
        if not common[key]:
            raise Wrong(f'{where}: {key} is missing')

    def cost(column):
        most = 10_000_000 if column == 'price_monthly_native' else 10_000
        return number(row[column], f'{where} {column}', '0.001', most, 6)

    def offer(purchase, cost_, as_of, source, **more):
        return {**dict.fromkeys(COLUMNS, ''), **common, 'purchase': purchase, 'price': cost_, 'as_of': as_of,
                'source': source, **more}

    found = []
    on_demand, spot = cost('price_on_demand_native_per_hour'), cost('price_spot_native_per_hour')
    band = row['spot_interruption_band']
    saving = number(row['spot_savings_pct'], where + ' spot_savings_pct', 0, 95, 0)
    if band not in BANDS:
        raise Wrong(f'{where}: interruption band {band!r}')
    if (band or saving) and not statistics:
        raise Wrong(f'{where}: spot statistics without a source')
    if on_demand:
        found.append(offer('on-demand', on_demand, row['as_of'], price))
    if spot:
        if on_demand and Decimal(spot) > Decimal(on_demand):
            raise Wrong(f'{where}: spot {spot} above on demand {on_demand}')
        source, as_of = (second, SECOND_PRICE.get(second)) if second else (price, row['as_of'])
        if not as_of:
            raise Wrong(f'{where}: no date for the prices of {second}')
        found.append(offer('spot', spot, as_of, source, saving_percent=saving, interruption=band,
                           spot_source=statistics if band or saving else ''))
    elif band or saving:
        # What it usually saves is known, what it costs is not.
        found.append(offer('spot', '', SPOT_STATISTICS[statistics], statistics, saving_percent=saving,
                           interruption=band, spot_source=statistics))
    monthly = cost('price_monthly_native')
    if monthly:
        found.append(offer('monthly', monthly, row['as_of'], price))
    for purchase, column in (('reserved-1y', 'price_reserved_1y_native_per_hour'),
                             ('reserved-3y', 'price_reserved_3y_native_per_hour')):
        value = cost(column)
        if value and not reserved:
            raise Wrong(f'{where}: {column} without a source')
        if value:
            found.append(offer(purchase, value, RESERVED[reserved], reserved))
    # The shape is worth knowing also where nobody told a price.
    return found or [offer('on-demand', '', row['as_of'], price)]


def make_offers(raw, gpus, providers, sources):
    offers, keys = [], collections.Counter()
    with open(os.path.join(raw, 'instances.csv'), encoding='utf-8', newline='') as file:
        reader = csv.DictReader(file)
        for line, row in enumerate(reader, 2):
            where = f'instances.csv:{line}'
            if None in row or None in row.values():
                raise Wrong(f'{where}: wrong number of fields')
            offers += offers_of(row, where)
            keys[tuple(row[k] for k in ('provider', 'instance_type', 'region', 'price_currency'))] += 1
            if row['gpu_model'] not in gpus:
                raise Wrong(f'{where}: GPU {row["gpu_model"]} is not in gpus.json')
            if row['provider'] not in providers:
                raise Wrong(f'{where}: provider {row["provider"]} is not in pricing_models.json')
    twice = [k for k, n in keys.items() if n > 1]
    if twice:
        raise Wrong(f'instances.csv: {twice[0]} is there twice')
    for offer in offers:
        for key in ('source', 'shape_source', 'spot_source'):
            if offer[key] and offer[key] not in sources:
                raise Wrong(f'source {offer[key]!r} is not in sources.json')
    offers.sort(key=lambda o: [o[c] for c in ('provider', 'type', 'region', 'currency', 'purchase')])
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator='\n')
    writer.writeheader()
    writer.writerows(offers)
    return text.getvalue(), len(offers)


def make_gpus(raw):
    with open(os.path.join(raw, 'gpus.json'), encoding='utf-8') as file:
        facts = json.load(file)
    made = []
    for gpu in sorted(facts['gpus'], key=lambda g: g['id']):
        where = 'gpus.json ' + gpu['id']
        if not gpu['source'] or gpu['confidence'] not in facts['confidence_levels']:
            raise Wrong(f'{where}: source or confidence is missing')
        number(gpu['memory_gib'], where + ' memory_gib', 1, 1024, 3)
        tflops = {p: gpu['tflops_dense'][p] for p in PRECISIONS if gpu['tflops_dense'].get(p) is not None}
        for precision, value in tflops.items():
            number(value, f'{where} {precision}', '0.01', 100000, 3)
        entry = {'id': gpu['id'], 'vendor': gpu['vendor'], 'name': gpu['name'], 'architecture': gpu['architecture'],
                 'compute_capability': gpu.get('compute_capability'), 'memory_gib': gpu['memory_gib'],
                 'memory_type': gpu['memory_type'], 'bandwidth_gb_per_s': gpu['memory_bandwidth_gb_per_s'],
                 'tflops_dense': tflops, 'nvlink_gb_per_s': gpu['nvlink_gb_per_s_bidirectional'],
                 'pcie_generation': gpu['pcie_gen'], 'power_watts': gpu['tdp_w'], 'form_factor': gpu['form_factor'],
                 'names': sorted(set(gpu['nvidia_smi_names'] + gpu['aliases'])),
                 'source': re.sub(r', not re-read[^)]*', '', gpu['source']), 'confidence': gpu['confidence']}
        made.append({k: v for k, v in entry.items() if v is not None})
    ids = [g['id'] for g in made]
    if len(set(ids)) != len(ids):
        raise Wrong('gpus.json: an id is there twice')
    text = json.dumps({'as_of': facts['as_of'], 'gpus': made}, ensure_ascii=False, indent=1)
    return text + '\n', set(ids)


def make_providers(raw):
    with open(os.path.join(raw, 'pricing_models.json'), encoding='utf-8') as file:
        names = {code: p['name'] for code, p in json.load(file)['providers'].items()}
    for code, name in names.items():
        if not re.fullmatch(r'[a-z0-9]+', code) or not name.strip():
            raise Wrong(f'pricing_models.json: provider {code!r}')
    return json.dumps(names, ensure_ascii=False, indent=1, sort_keys=True) + '\n', set(names)


def main(arguments):
    if not 1 <= len(arguments) <= 2 or arguments[0].startswith('-'):
        print(__doc__, file=sys.stderr)
        return 2
    raw, out = arguments[0], arguments[1] if len(arguments) == 2 else HERE
    try:
        with open(os.path.join(HERE, 'sources.json'), encoding='utf-8') as file:
            sources = {s['code'] for s in json.load(file)}
        gpus, ids = make_gpus(raw)
        providers, codes = make_providers(raw)
        offers, count = make_offers(raw, ids, codes, sources)
    except (Wrong, OSError, KeyError, ValueError) as error:
        print(f'make-catalog.py: {type(error).__name__}: {error}', file=sys.stderr)
        return 1
    for name, text in (('gpus.json', gpus), ('providers.json', providers), ('offers.csv', offers)):
        path = os.path.join(out, name)
        with open(path + '.new', 'w', encoding='utf-8', newline='') as file:
            file.write(text)
        os.replace(path + '.new', path)
    print(f'{count} offers, {len(ids)} GPU models, {len(codes)} providers')
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
