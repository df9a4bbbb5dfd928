#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes the files of the built-in catalogue from collected facts.

usage: make-catalog.py RAW [OUT]

RAW holds instances.csv, gpus.json and pricing_models.json; OUT (this folder unless given) gets offers.csv, gpus.json,
pricing.json and providers.json. Two files beside this script are written by hand: sources.json says what each source is; a figure whose
source is not in it stops the script. places.json says where each region is; so does a region that is not in it. The same RAW makes the same bytes. Nothing is written when anything is wrong.
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
# What facts about billing call their sources, where sources.json has another name for the figures in question.
BILLING_SOURCES = {('ec2.shop', 'commitments'): 'ec2.shop-ri', ('ec2.shop', 'disks'): 'ec2.shop-ebs',
                   ('tencent-price', 'commitments'): 'tencent-docs', ('skypilot', 'nebius'): 'skypilot-v9',
                   ('skypilot', 'verda'): 'skypilot-v8'}
# Regions as the facts put them, by the names that offers use. A hyphen at the end: all that begin so; none: everywhere.
MAINLAND = {'alibaba': ['cn-beijing', 'cn-chengdu', 'cn-guangzhou', 'cn-hangzhou', 'cn-heyuan', 'cn-huhehaote', 'cn-nanjing',
                        'cn-qingdao', 'cn-shanghai', 'cn-shenzhen', 'cn-wulanchabu', 'cn-zhangjiakou'],
            'tencent': ['cn-mainland', 'cn-mainland(low)', 'cn-mainland(high)']}
REGIONS = {('azure', 'eastus (North America, Europe)'): [
               'canadacentral', 'canadaeast', 'centralus', 'eastus', 'eastus2', 'francecentral', 'germanywestcentral', 'italynorth',
               'northcentralus', 'northeurope', 'norwayeast', 'polandcentral', 'southcentralus', 'spaincentral', 'swedencentral',
               'switzerlandnorth', 'uksouth', 'ukwest', 'westcentralus', 'westeurope', 'westus', 'westus2', 'westus3'],
           ('gcp', 'us'): ['us-']}
# Where the facts about billing are verified without naming their source.
BILLING_DOCS = {'coreweave': 'coreweave-docs'}
# What machines themselves send comes before what leaves object storage.
FROM_MACHINES = ('ECS ', 'CVM ')


CONTINENTS = ('africa', 'asia', 'europe', 'northamerica', 'oceania', 'southamerica')


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


def names_in(entry, where):
    """English and Chinese, and what else it is called."""
    names = [entry['en'], entry['zh'], *entry.get('also', [])]
    if not all(isinstance(name, str) and name.strip() == name and name for name in names):
        raise Wrong(f'{where}: names {names}')
    return names


def read_places(providers):
    """Which regions have a place: {(provider, region)}, all of it checked."""
    with open(os.path.join(HERE, 'places.json'), encoding='utf-8') as file:
        facts = json.load(file)
    if sorted(c['id'] for c in facts['continents']) != list(CONTINENTS):
        raise Wrong('places.json: continents')
    known, called = {}, collections.Counter(name for c in facts['continents'] for name in names_in(c, 'places.json continents'))
    for country in facts['countries']:
        where = f'places.json {country["code"]}'
        if not re.fullmatch('[A-Z]{2}', country['code']) or country['continent'] not in CONTINENTS or country['code'] in known:
            raise Wrong(f'{where}: code or continent')
        cities = country.get('cities', []) + country.get('states', [])
        for english, chinese in cities:
            names_in({'en': english, 'zh': chinese}, where)
        known[country['code']] = {english for english, _ in cities}
        if len(known[country['code']]) != len(cities):
            raise Wrong(f'{where}: a city is there twice')
        called.update({country['code'], *names_in(country, where)})
    for group in facts['groups']:
        called.update(names_in(group, 'places.json groups'))
        if not group['countries'] or not set(group['countries']) <= set(known):
            raise Wrong(f'places.json {group["en"]}: countries')
    if twice := [name for name, count in called.items() if count > 1]:
        raise Wrong(f'places.json: {twice[0]!r} means two places')
    listed = set()
    for provider, entry in facts['providers'].items():
        where = f'places.json {provider}'
        if provider not in providers:
            raise Wrong(f'{where}: not in providers.json')
        if not entry['source'].strip() or not entry['link'].startswith('https://') or entry['status'] not in ('verified', 'recalled'):
            raise Wrong(f'{where}: source, link or status')
        for region, place in entry['regions'].items():
            code, _, city = (place or '').partition(' ')
            if place is not None and (code not in known or city and city not in known[code]):
                raise Wrong(f'{where}: {region!r} lies in {place!r}')
            listed.add((provider, region))
    return listed


def make_offers(raw, gpus, providers, sources, places):
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
    for offer in offers:
        if (offer['provider'], offer['region']) not in places:
            raise Wrong(f'region {offer["region"]!r} of {offer["provider"]} is not in places.json')
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


def regions_of(provider, text, where):
    if (provider, text) in REGIONS:
        return REGIONS[provider, text]
    if text in ('all', 'per host') or text.startswith('to '):   # wherever it is; or wherever it goes to
        return []
    if 'mainland' in text:
        return MAINLAND[provider]
    names = text.split(' / ')
    if not all(re.fullmatch(r'[a-z]+(-[a-z]+)*-?[0-9]*', name) for name in names):
        raise Wrong(f'{where}: region {text!r}')
    return names


class Billing:
    """How one provider bills, in the form that core/knowledge/catalog/pricingmodel.h reads."""

    def __init__(self, code, facts, as_of, sources):
        self.code, self.facts, self.as_of, self.sources = code, facts, as_of, sources
        self.where = f'pricing_models.json {code}'

    def origin(self, entry, part, source):
        """Status, source and day: of general knowledge the day it was written down."""
        status = entry['status']
        if status not in ('verified', 'recalled', 'unknown'):
            raise Wrong(f'{self.where}.{part}: status {status!r}')
        names = [] if source in (None, 'recalled') or status != 'verified' else source.split(', ')
        names = [BILLING_SOURCES.get((n, part), BILLING_SOURCES.get((n, self.code), n)) for n in names]
        for name in names:
            if name not in self.sources:
                raise Wrong(f'{self.where}.{part}: source {name!r} is not in sources.json')
        if status == 'verified' and not names:
            raise Wrong(f'{self.where}.{part}: verified without a source')
        days = [self.sources[n] for n in names]
        return {'status': status, 'source': ', '.join(names),
                'as_of': days[0] if days else self.as_of if status == 'recalled' else None, 'note': re.sub(r' \(see [a-z_]+\.md\)', '', entry.get('note') or '')}

    def price(self, value, part):
        return None if value is None else number(value, f'{self.where}.{part}', 0, 1000, 6)

    def whole(self, value, part, least, most):
        return None if value is None else int(number(value, f'{self.where}.{part}', least, most, 0))

    def discounts(self, entry, part):
        """(least, most) in percent of the price on demand"""
        if 'discount_pct' in entry:
            least, most = entry['discount_pct']
        elif 'fixed_discount_pct' in entry:
            least = most = entry['fixed_discount_pct']
        elif 'typical_price_pct_of_on_demand' in entry:
            least = most = 100 - entry['typical_price_pct_of_on_demand']
        else:
            least, most = None, entry.get('discount_pct_max', entry.get('max_discount_pct'))
        return self.whole(least, part, 0, 99), self.whole(most, part, 0, 99)

    def storage(self, part):
        made = []
        for entry in self.facts[part]:
            step = re.search(r'\((\d+) (GiB|TiB)\)$', entry['type'])
            disk = self.price(entry.get('price_per_disk_month'), part)
            if disk and not step:
                raise Wrong(f'{self.where}.{part}: the size of {entry["type"]!r} is missing')
            made.append({'type': entry['type'], 'region': entry['region'],
                         'regions': regions_of(self.code, entry['region'], self.where),
                         'per_gb_month': self.price(entry['price_per_gb_month'], part), 'per_disk_month': disk,
                         'disk_gb': int(step[1]) * (1024 if step[2] == 'TiB' else 1) if disk else None,
                         **self.origin(entry, part, entry['source'])})
        return made

    def egress(self):
        made = []
        for entry in sorted(self.facts['egress_internet'], key=lambda e: not e['region'].startswith(FROM_MACHINES)):
            tiers = [{'up_to_gb': self.whole(t['up_to_gb'], 'egress', 1, 10**9), 'per_gb': self.price(t['price_per_gb'], 'egress')}
                     for t in entry['tiers']]
            ends = [t['up_to_gb'] for t in tiers]
            if not ends or ends[-1] is not None or None in ends[:-1] or ends[:-1] != sorted(set(ends[:-1])):
                raise Wrong(f'{self.where}.egress: tiers {ends}')
            # Without a price nothing is free of it either.
            made.append({'region': entry['region'], 'regions': regions_of(self.code, entry['region'], self.where),
                         'free_gb': self.whole(entry['free_gb_per_month'], 'egress', 0, 10**9), 'tiers': tiers,
                         **self.origin(entry, 'egress', entry['source'])})
        return made

    def made(self):
        facts, billing, spot = self.facts, self.facts['billing'], self.facts['spot']
        if facts['currency'] not in CURRENCIES:
            raise Wrong(f'{self.where}: currency {facts["currency"]!r}')
        least, most = self.discounts(spot, 'spot')
        commitments = []
        for entry in facts['commitments']:
            low, high = self.discounts(entry, 'commitments')
            commitments.append({'kind': entry['kind'], 'months': self.whole(entry['term_months'], 'commitments', 1, 120),
                                'least_discount': low, 'most_discount': high, **self.origin(entry, 'commitments', entry['source'])})
        requests = facts.get('object_requests')
        model = {'currency': facts['currency'],
                 'billing': {'step_seconds': self.whole(billing['granularity_seconds'], 'billing', 1, 86400),
                             'minimum_seconds': self.whole(billing['minimum_seconds'], 'billing', 0, 86400 * 31),
                             **self.origin(billing, 'billing', billing.get('source', facts.get('billing_source', BILLING_DOCS.get(self.code))))},
                 'spot': {'offered': spot['offered'], 'notice_seconds': self.whole(spot['notice_seconds'], 'spot', 0, 86400),
                          'least_discount': least, 'most_discount': most, 'detection': spot.get('how_to_detect'),
                          'behaviour': spot.get('interruption_behaviour'), **self.origin(spot, 'spot', spot['source'])},
                 'commitments': commitments, 'disks': self.storage('disks'), 'disk_note': facts.get('disk_note'),
                 'object_storage': self.storage('object_storage'), 'egress': self.egress()}
        if requests:
            model['requests'] = {'put_per_1000': self.price(requests['put_per_1000'], 'requests'),
                                 'get_per_1000': self.price(requests['get_per_1000'], 'requests'),
                                 **self.origin(requests, 'requests', requests['source'])}
        return without_none(model)


def without_none(value):
    """What is not known is left out."""
    if isinstance(value, dict):
        return {k: without_none(v) for k, v in value.items() if v is not None and v != ''}
    return [without_none(v) for v in value] if isinstance(value, list) else value


def make_providers(raw, sources):
    with open(os.path.join(raw, 'pricing_models.json'), encoding='utf-8') as file:
        facts = json.load(file)
    names, models = {}, {}
    for code, provider in facts['providers'].items():
        names[code] = provider['name']
        if not re.fullmatch(r'[a-z0-9]+', code) or not provider['name'].strip():
            raise Wrong(f'pricing_models.json: provider {code!r}')
        models[code] = Billing(code, provider, facts['as_of'], sources).made()

    def text(made):
        return json.dumps(made, ensure_ascii=False, indent=1, sort_keys=True) + '\n'
    return text(names), text({'as_of': facts['as_of'], 'providers': models}), set(names)


def main(arguments):
    if not 1 <= len(arguments) <= 2 or arguments[0].startswith('-'):
        print(__doc__, file=sys.stderr)
        return 2
    raw, out = arguments[0], arguments[1] if len(arguments) == 2 else HERE
    try:
        with open(os.path.join(HERE, 'sources.json'), encoding='utf-8') as file:
            sources = {s['code']: s['as_of'] for s in json.load(file)}
        gpus, ids = make_gpus(raw)
        providers, pricing, codes = make_providers(raw, sources)
        with open(os.path.join(HERE, 'providers.json'), encoding='utf-8') as file:
            names = codes | set(json.load(file))
        offers, count = make_offers(raw, ids, codes, sources, read_places(names))
    except (Wrong, OSError, KeyError, TypeError, ValueError) as error:
        print(f'make-catalog.py: {type(error).__name__}: {error}', file=sys.stderr)
        return 1
    for name, text in (('gpus.json', gpus), ('pricing.json', pricing), ('providers.json', providers), ('offers.csv', offers)):
        path = os.path.join(out, name)
        with open(path + '.new', 'w', encoding='utf-8', newline='') as file:
            file.write(text)
        os.replace(path + '.new', path)
    print(f'{count} offers, {len(ids)} GPU models, {len(codes)} providers')
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
