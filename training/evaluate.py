"""Figures on texts that were not trained on: labels, topics, splitting, general similarity, other languages."""
import collections
import re

import numpy as np
import torch

from data import read_lines
from encoder import CATEGORIES, SENTIMENTS, general_vectors, pooled, span_masks, topic_vectors, vectors_of, whole


def f1(gold, got, names):
    scores = []
    for name in names:
        hit = sum(g == name == p for g, p in zip(gold, got))
        wrong = sum(p == name != g for g, p in zip(gold, got))
        missed = sum(g == name != p for g, p in zip(gold, got))
        if hit + missed:
            scores.append(2 * hit / (2 * hit + wrong + missed))
    return 100 * float(np.mean(scores))


def adjusted_rand(a, b):
    pairs = lambda counts: sum(n * (n - 1) / 2 for n in counts.values())
    both, one, two = pairs(collections.Counter(zip(a, b))), pairs(collections.Counter(a)), pairs(collections.Counter(b))
    expected = one * two / (len(a) * (len(a) - 1) / 2)
    return 100 * (both - expected) / ((one + two) / 2 - expected)


def average_linkage(similarity, count):
    groups = {n: [n] for n in range(len(similarity))}
    total = similarity.copy().astype(float)
    np.fill_diagonal(total, -1e9)
    sizes = np.ones(len(similarity))
    alive = np.ones(len(similarity), bool)
    while alive.sum() > count:
        mean = total / np.outer(sizes, sizes)
        mean[~alive] = -1e9
        mean[:, ~alive] = -1e9
        a, b = np.unravel_index(np.argmax(mean), mean.shape)
        total[a] += total[b]
        total[:, a] += total[:, b]
        total[a, a] = -1e9
        sizes[a] += sizes[b]
        alive[b] = False
        groups[a] += groups.pop(b)
    labels = np.zeros(len(similarity), int)
    for n, members in enumerate(groups.values()):
        labels[members] = n
    return labels


def topic_figures(z, topics):
    z = z - z.mean(0)
    z /= np.linalg.norm(z, axis=1, keepdims=True)
    similarity = z @ z.T
    nearest = similarity.copy()
    np.fill_diagonal(nearest, -9)
    same = 100 * float(np.mean([topics[n] == topics[m] for n, m in enumerate(nearest.argmax(1))]))
    return same, adjusted_rand(topics, list(average_linkage(similarity, min(len(z) // 3, 2 * len(set(topics))))))


def labels_of(model, texts, spans_of=None):
    """Sentiment, category, area and vector of whole texts, or of spans (text number, start, end)."""
    got, found, topics = collections.defaultdict(list), [], []
    with torch.no_grad():
        for at in range(0, len(texts), 128):
            part = texts[at:at + 128]
            encoded, ids, mask = model.tokens(part)
            hidden = model.hidden(ids, mask)
            spans = whole(part) if spans_of is None else [(t - at, a, b) for t, a, b in spans_of if at <= t < at + 128]
            if not spans:
                continue
            rows, which = span_masks(encoded, spans, ids.shape[1])
            for name, names in (('sentiment', SENTIMENTS), ('category', CATEGORIES), ('area', model.areas), ('aspect', model.aspects)):
                got[name] += [names[k] for k in model.heads[name](pooled(model, name, hidden, rows, which)).argmax(1).tolist()]
            found.append(general_vectors(hidden, rows, which).cpu().numpy())
            topics.append(topic_vectors(model, hidden, rows, which).cpu().numpy())
    return got, np.concatenate(found), np.concatenate(topics)


def split(model, paragraphs):
    """Predicted spans of paragraphs."""
    spans = []
    with torch.no_grad():
        for at in range(0, len(paragraphs), 128):
            part = paragraphs[at:at + 128]
            encoded, ids, mask = model.tokens(part)
            tags = model.tags['point'](model.hidden(ids, mask)).argmax(2).cpu().numpy()
            for n, e in enumerate(encoded):
                own = []
                for t, ((a, b), word) in enumerate(zip(e.offsets, e.word_ids)):
                    if word is None or b <= a:
                        continue
                    if not e.begins[t]:
                        if own and own[-1][2]:
                            own[-1][1] = b
                        continue
                    tag = tags[n, t]
                    if tag == 1 or (tag == 2 and not (own and own[-1][2])):
                        own.append([a, b, True])
                    elif tag == 2:
                        own[-1][1] = b
                    elif own:
                        own[-1][2] = False
                spans.append([(a, b) for a, b, _ in own])
    return spans


def splitting_figures(model, items):
    paragraphs, owners = [], []
    for n, item in enumerate(items):
        for match in re.finditer(r'[^\n]+(?:\n(?!\n)[^\n]+)*', item['text']):
            paragraphs.append(match.group())
            owners.append((n, match.start()))
    predicted = collections.defaultdict(list)
    for (n, start), spans in zip(owners, split(model, paragraphs)):
        predicted[n] += [(a + start, b + start) for a, b in spans]
    apart = multi = found = points = spurious = total = 0
    for n, item in enumerate(items):
        gold = [(g['start'], g['end']) for g in item['gold']]
        matched = []
        for a, b in gold:
            best = max(range(len(predicted[n])), key=lambda k: min(b, predicted[n][k][1]) - max(a, predicted[n][k][0]), default=None)
            hit = best is not None and min(b, predicted[n][best][1]) - max(a, predicted[n][best][0]) >= 0.5 * (b - a)
            matched.append(best if hit else None)
        points += len(gold)
        found += sum(m is not None for m in matched)
        if len(gold) > 1:
            multi += 1
            apart += None not in matched and len(set(matched)) == len(gold)
        total += len(predicted[n])
        spurious += sum(all(min(b, d) <= max(a, c) for a, b in gold) for c, d in predicted[n])
    return {'apart': 100 * apart / max(1, multi), 'found': 100 * found / max(1, points), 'spurious': 100 * spurious / max(1, total), 'spans': total, 'points': points}


def correlation(a, b):
    rank = lambda x: np.argsort(np.argsort(x)).astype(float)
    return 100 * float(np.corrcoef(rank(a), rank(b))[0, 1])


def with_code_points(item):
    """Offsets in the files are UTF-16 units."""
    at = lambda offset: len(item['text'].encode('utf-16-le')[:2 * offset].decode('utf-16-le'))
    return {**item, 'gold': [{**g, 'start': at(g['start']), 'end': at(g['end'])} for g in item['gold']]}


def evaluate(model, held, held_parallel, args):
    result = {}
    for path in args.dev:
        items = [with_code_points(item) for item in read_lines(path)]
        gold = [g for item in items for g in item['gold']]
        got, z, t = labels_of(model, [g['text'] for g in gold])
        named = [n for n, g in enumerate(gold) if g['topic'] not in ('other', 'overall')]
        spans = [(n, g['start'], g['end']) for n, item in enumerate(items) for g in item['gold']]
        in_text, z_in, t_in = labels_of(model, [item['text'] for item in items], spans)
        one = {}
        for mode, labels, vectors, topics in (('alone', got, z, t), ('in_text', in_text, z_in, t_in)):
            own = [gold[n]['topic'] for n in named]
            same, ari = topic_figures(vectors[named], own)
            same_t, ari_t = topic_figures(topics[named], own)
            marked = [n for n, g in enumerate(gold) if g.get('aspect')]
            one[mode] = {'aspect': round(100 * float(np.mean([gold[n]['aspect'] == labels['aspect'][n] for n in marked])), 1) if marked else None,
                         'sentiment': round(f1([g['sentiment'] for g in gold], labels['sentiment'], SENTIMENTS), 1),
                         'category': round(100 * float(np.mean([g['category'] == p for g, p in zip(gold, labels['category'])])), 1),
                         'neighbour': round(same, 1), 'ari': round(ari, 1), 'topic_neighbour': round(same_t, 1), 'topic_ari': round(ari_t, 1)}
        one['areas'] = collections.Counter(got['area']).most_common(8)
        one['split'] = {name: round(value, 1) for name, value in splitting_figures(model, items).items()}
        result[path.split('items_')[-1].split('.')[0]] = one
    if held:
        got, z, t = labels_of(model, [row['text'] for row in held])
        by_domain = collections.defaultdict(list)
        for n, row in enumerate(held):
            by_domain[row['domain']].append(n)
        figures = [topic_figures(z[own], [held[n]['topic'] for n in own]) for own in by_domain.values()]
        figures_t = [topic_figures(t[own], [held[n]['topic'] for n in own]) for own in by_domain.values()]
        result['held'] = {'sentiment': round(f1([r['sentiment'] for r in held], got['sentiment'], SENTIMENTS), 1),
                          **{name: round(100 * float(np.mean([r[name] == p for r, p in zip(held, got[name])])), 1) for name in ('category', 'area')},
                          'neighbour': round(float(np.mean([f[0] for f in figures])), 1), 'ari': round(float(np.mean([f[1] for f in figures])), 1),
                          'topic_neighbour': round(float(np.mean([f[0] for f in figures_t])), 1), 'topic_ari': round(float(np.mean([f[1] for f in figures_t])), 1)}
    if held_parallel:
        got, z, _ = labels_of(model, [p['text'] for p in held_parallel])
        english = vectors_of(model, [p['english'] for p in held_parallel]).cpu().numpy()
        for language in sorted({p['language'] for p in held_parallel}):
            own = [n for n, p in enumerate(held_parallel) if p['language'] == language]
            retrieved = (z[own] @ english[own].T).argmax(1)
            result.setdefault('languages', {})[language] = [
                round(f1([held_parallel[n]['row']['sentiment'] for n in own], [got['sentiment'][n] for n in own], SENTIMENTS), 1),
                round(100 * float(np.mean([held_parallel[n]['row']['category'] == got['category'][n] for n in own])), 1),
                round(100 * float(np.mean(retrieved == np.arange(len(own)))), 1)]
    if args.stsb:
        pairs = read_lines(args.stsb)
        a, b = (vectors_of(model, [p[side] for p in pairs]).cpu().numpy() for side in 'ab')
        result['stsb'] = round(correlation((a * b).sum(1), np.array([p['score'] for p in pairs])), 1)
    return result
