"""
Trains the encoder of the model tier: vectors of meaning and of topic, labels, and tags for points and for what they are about.

python3 training/train.py --general FILE… --out FOLDER [--dev items_*.jsonl] [--hold-out N]

The data of this folder is read (see data.py). --general: texts of any kind (JSON lines with `text`) on which the vectors stay those of
the base model. README.md names the files that the model was made with.
Needs torch, onnx, transformers and tokenizers, and a GPU.
"""
import argparse
import collections
import json
import os
import random
import time

import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import BertWordPieceTokenizer

from compose import compose
from data import HERE, aspects, items, pairs, read_lines, statements, translations
from encoder import CATEGORIES, DEVICE, POOLED, SENTIMENTS, Encoder, base_vectors, general_vectors, pooled, span_masks, topic_vectors, vectors_of, whole
from evaluate import evaluate
from onnx_weights import load_bert, save_bert

def contrastive(z, keys, temperature):
    numbers = {}
    label = torch.tensor([numbers.setdefault(key, len(numbers)) for key in keys], device=DEVICE)
    itself = torch.eye(len(keys), device=DEVICE).bool()
    similarity = z @ z.T / temperature
    log_p = similarity - torch.logsumexp(similarity.masked_fill(itself, -1e4), 1, keepdim=True)
    positive = (label[:, None] == label[None]) & ~itself
    has = positive.any(1)
    return (-(log_p * positive).sum(1)[has] / positive.sum(1)[has]).mean()


def tag_labels(encoded, spans_of_text, length):
    """Per token: 0 outside, 1 the first of a span, 2 inside; -100 for continued words and special tokens."""
    labels = np.full((len(encoded), length), -100)
    for n, e in enumerate(encoded):
        own = np.where(e.begins, 0, -100)
        for start, end in spans_of_text[n]:
            inside = np.flatnonzero(e.begins & (e.starts >= start) & (e.starts < end))
            own[inside] = 2
            own[inside[:1]] = 1
        labels[n, :len(own)] = own
    return torch.from_numpy(labels).to(DEVICE, non_blocking=True)


class Sampler:
    def __init__(self, rows, items, noise, remarks, rng):
        self.rng, self.noise, self.remarks = rng, noise, remarks
        self.by_domain = collections.defaultdict(lambda: collections.defaultdict(list))
        for row in rows:
            self.by_domain[row['domain']][row['topic']].append(row)
        self.items = collections.defaultdict(list)
        for item in items:
            self.items[item['domain']].append(item)

    def statements(self, domains, topics=9, each=4):
        rng = self.rng
        names = rng.sample(sorted(self.by_domain), domains)
        rows = [row for d in names for t in rng.sample(sorted(self.by_domain[d]), min(topics, len(self.by_domain[d])))
                for row in rng.sample(self.by_domain[d][t], min(each, len(self.by_domain[d][t])))]
        return names, rows

    def some_items(self, sets, count=14):
        """Of a few products, so that points on the same topic meet."""
        found = []
        for domain in self.rng.sample(sorted(self.items), min(sets, len(self.items))):
            found += self.rng.sample(self.items[domain], min(count, len(self.items[domain])))
        return found

    def windows(self, domains, each, item_sets):
        """Paragraphs with several points, or with none: (text, [(start, end, row)], gaps without content)."""
        rng, made = self.rng, []
        for domain in domains:
            everything = [row for rows in self.by_domain[domain].values() for row in rows]
            for _ in range(each):
                text = compose(rng.sample(everything, rng.choice([1, 2, 2, 2, 3, 3, 4])), self.noise, self.remarks, rng)
                made.append((text.text, text.spans, []))
        for _ in range(4 * each):
            made.append((' '.join(rng.sample(self.noise['lines'], rng.choice([1, 1, 2]))), [], []))
        for item in self.some_items(item_sets):
            made.extend((p['text'], [(s['start'], s['end'], {**s, 'domain': item['domain'], 'area': None}) for s in p['spans']], p['gaps']) for p in item['paragraphs'])
        return made


def label_loss(model, hidden, rows, which, labelled, weights):
    total = 0.0
    for name, names in (('sentiment', SENTIMENTS), ('category', CATEGORIES), ('area', model.areas), ('aspect', model.aspects)):
        known = [n for n, row in enumerate(labelled) if row.get(name) is not None]
        if not known:
            continue
        at = torch.tensor(known, device=DEVICE)
        target = torch.tensor([names.index(labelled[n][name]) for n in known], device=DEVICE)
        logits = model.heads[name](pooled(model, name, hidden, rows[at], which[at]))
        total = total + weights[name] * F.cross_entropy(logits, target, label_smoothing=0.05)
    return total


def mention_spans(row):
    at = row['text'].find(row['mention']) if row['mention'] else -1
    return [(at, at + len(row['mention']))] if at >= 0 else []


def topic_key(row, n):
    """Points on nothing in particular have no topic in common."""
    return n if row['topic'] == 'other' else (row['domain'], row['topic'])


def same_original(pairs):
    numbers = {}
    number = torch.tensor([numbers.setdefault(pair['english'], len(numbers)) for pair in pairs], device=DEVICE)
    return (number[:, None] == number[None]) & ~torch.eye(len(pairs), device=DEVICE).bool()


class Batch:
    """Texts of one step in one forward pass; `add` returns where they begin."""

    def __init__(self):
        self.texts = []

    def add(self, texts):
        self.texts += texts
        return len(self.texts) - len(texts)

    def run(self, model, buckets=4):
        """Texts of similar length together, so that little is padded."""
        self.encoded = model.encode(self.texts)
        lengths = np.array([len(e.ids) for e in self.encoded])
        self.length = int(lengths.max())
        parts, order = [], np.argsort(lengths, kind='stable')
        for own in np.array_split(order, buckets):
            ids, mask = model.padded([self.encoded[n] for n in own])
            hidden = model.hidden(ids, mask)
            parts.append(F.pad(hidden, (0, 0, 0, self.length - hidden.shape[1])))
        back = torch.from_numpy(np.argsort(order, kind='stable')).to(DEVICE)
        self.hidden = torch.cat(parts)[back]

    def spans(self, spans):
        return span_masks(self.encoded, spans, self.length)


def one_step(model, args, sampler, data, weights):
    rng = sampler.rng
    batch, losses = Batch(), {}
    names, picked = sampler.statements(args.domains)
    alone = batch.add([row['text'] for row in picked])
    phrases = list({(row['domain'], row['topic']): row for row in picked}.values())
    named = batch.add([row['phrase'] for row in phrases])
    windows = sampler.windows(names, args.windows, args.item_sets)
    in_text = batch.add([text for text, _, _ in windows])
    empty = rng.sample(data['empty'], 48)
    without = batch.add(empty)
    pairs = rng.sample(data['parallel'], args.pairs) if data['parallel'] else []
    foreign = batch.add([pair['text'] for pair in pairs])
    english = batch.add([pair['english'] for pair in pairs])
    public = rng.sample(data['public'], 64) if data['public'] else []
    reviews = batch.add([row['text'] for row in public])
    chosen = rng.sample(range(len(data['general'])), args.general_texts)
    general = batch.add([data['general'][n] for n in chosen])
    translated = rng.sample(data['pairs'], args.translated) if data['pairs'] else []
    others = batch.add([pair['text'] for pair in translated])
    batch.run(model)
    hidden = batch.hidden
    every = lambda start, count: [(start + n, 0, 1 << 30) for n in range(count)]

    # Statements alone, points within paragraphs, and the names of topics.
    rows, which = batch.spans(every(alone, len(picked)))
    z = topic_vectors(model, hidden, rows, which)
    losses['labels'] = label_loss(model, hidden, rows, which, picked, weights)
    owners = [row for _, spans, _ in windows for _, _, row in spans]
    rows_in, which_in = batch.spans([(in_text + n, a, b) for n, (_, spans, _) in enumerate(windows) for a, b, _ in spans])
    z_in = topic_vectors(model, hidden, rows_in, which_in)
    z_named = topic_vectors(model, hidden, *batch.spans(every(named, len(phrases))))
    losses['labels_in_text'] = 0.8 * label_loss(model, hidden, rows_in, which_in, owners, weights)
    z_all, all_rows = torch.cat([z, z_in, z_named]), picked + owners + phrases
    losses['topic'] = args.contrast * contrastive(z_all, [topic_key(row, n) for n, row in enumerate(all_rows)], args.temperature)

    # Tags: what a statement is about; where points begin and end; content at all.
    tagged = [n for n, row in enumerate(picked) if 'mention' in row]
    if tagged:
        target = tag_labels([batch.encoded[alone + n] for n in tagged], [mention_spans(picked[n]) for n in tagged], batch.length)
        losses['mention'] = args.mention * F.cross_entropy(model.tags['mention'](hidden[[alone + n for n in tagged]]).flatten(0, 1), target.flatten(), ignore_index=-100)
    count = len(windows) + len(empty)
    target = tag_labels(batch.encoded[in_text:in_text + count], [[(a, b) for a, b, _ in spans] for _, spans, _ in windows] + [[] for _ in empty], batch.length)
    losses['points'] = args.points * F.cross_entropy(model.tags['point'](hidden[in_text:in_text + count]).flatten(0, 1), target.flatten(), ignore_index=-100,
                                                     weight=torch.tensor([1.0, 1.5, 1.0], device=DEVICE))
    inside = [(in_text + n, a, b) for n, (_, spans, _) in enumerate(windows) for a, b, _ in spans]
    between = [(in_text + n, a, b) for n, (_, _, gaps) in enumerate(windows) for a, b in gaps]
    with_content, empty_spans = every(alone, len(picked)) + inside, every(without, len(empty)) + between
    logits = model.heads['content'](pooled(model, 'content', hidden, *batch.spans(with_content + empty_spans)))
    losses['content'] = 0.5 * F.cross_entropy(logits, torch.tensor([1] * len(with_content) + [0] * len(empty_spans), device=DEVICE))

    # Other languages: towards the English original.
    if pairs:
        rows_f, which_f = batch.spans(every(foreign, len(pairs)))
        same = same_original(pairs)
        originals = batch.spans(every(english, len(pairs)))
        losses['parallel'] = 0
        for kind in (general_vectors, lambda *spans: topic_vectors(model, *spans)):
            z_f, z_e = kind(hidden, rows_f, which_f), kind(hidden, *originals).detach()
            near = (z_f @ z_e.T / 0.05).masked_fill(same, -1e4)
            losses['parallel'] = losses['parallel'] + args.parallel * (5 * (1 - (z_f * z_e).sum(1)).mean() + 0.3 * F.cross_entropy(near, torch.arange(len(pairs), device=DEVICE)))
        losses['labels_foreign'] = 0.7 * label_loss(model, hidden, rows_f, which_f, [pair['row'] for pair in pairs], weights)
    if translated:
        z_t = general_vectors(hidden, *batch.spans(every(others, len(translated))))
        aim = data['pair_aims'][[pair['number'] for pair in translated]]
        losses['translated'] = args.translation * (5 * (1 - (z_t * aim).sum(1)).mean() + 0.3 * F.cross_entropy(z_t @ aim.T / 0.05, torch.arange(len(translated), device=DEVICE)))
    if public:
        losses['public'] = args.public * label_loss(model, hidden, *batch.spans(every(reviews, len(public))), public, weights)

    # What the base model knows of texts in general.
    z_g, aim = general_vectors(hidden, *batch.spans(every(general, len(chosen)))), data['aims'][chosen]
    losses['keep'] = args.keep * (1 - (z_g * aim).sum(1)).mean() + args.keep_pairs * ((z_g @ z_g.T - aim @ aim.T) ** 2).mean()
    return losses


def align_languages(model, args, data, rng):
    """Before everything else: new tokens, and other languages in the space of the base model."""
    table = model.bert.embeddings.word_embeddings.weight
    rest = [p for p in model.bert.parameters() if p is not table]
    groups = [([table], 2e-3), (rest, 1.5e-4)]
    optimizer = torch.optim.AdamW([{'params': params, 'lr': rate} for params, rate in groups], weight_decay=0.0)
    began, step = time.time(), 0
    while (spent := (time.time() - began) / args.align_seconds) < 1:
        some = rng.sample(data['pairs'], 768)
        chosen = rng.sample(range(len(data['general'])), 128)
        batch = Batch()
        batch.add([pair['text'] for pair in some])
        batch.add([data['general'][n] for n in chosen])
        batch.run(model)
        z = general_vectors(batch.hidden, *batch.spans(whole(batch.texts)))
        aim = torch.cat([data['pair_aims'][[pair['number'] for pair in some]], data['aims'][chosen]])
        loss = 20 * (1 - (z * aim).sum(1)).mean() + 0.3 * F.cross_entropy(z[:768] @ aim[:768].T / 0.03, torch.arange(768, device=DEVICE))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        for group, (_, top) in zip(optimizer.param_groups, groups):
            group['lr'] = top * max(0.02, 1 - spent) * min(1, (step + 1) / 100)
        step += 1
        if step % 200 == 0:
            print(f'align {step} loss {loss.item():.3f} {time.time() - began:.0f} s', flush=True)


def train(args, model, data, sampler):
    if args.align_seconds:
        model.train()
        align_languages(model, args, data, sampler.rng)
    body = list(model.bert.parameters())
    extra = [p for n, p in model.named_parameters() if not n.startswith('bert.')]
    groups = [(body, args.rate), (extra, args.head_rate)]
    optimizer = torch.optim.AdamW([{'params': params, 'lr': rate} for params, rate in groups], weight_decay=0.01)
    weights = {'sentiment': 1.0, 'category': 1.0, 'area': args.area, 'aspect': args.aspect}
    began, sums, step = time.time(), collections.Counter(), 0
    parameters, averages = list(model.parameters()), None
    model.train()
    while (spent := (time.time() - began) / args.seconds) < 1:
        losses = one_step(model, args, sampler, data, weights)
        loss = sum(losses.values())
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        for group, (_, top) in zip(optimizer.param_groups, groups):
            group['lr'] = top * max(0.02, 1 - spent) * min(1, (step + 1) / 60)
        step += 1
        if spent > 0.4:
            averages = averages or [p.detach().clone() for p in parameters]
            torch._foreach_lerp_(averages, [p.detach() for p in parameters], 0.01)
        for name, value in losses.items():
            sums[name] += value.detach()
        if step % 250 == 0:
            print(f'{args.name} {step}', ' '.join(f'{name} {value.item() / 250:.3f}' for name, value in sums.items()), f'{time.time() - began:.0f} s', flush=True)
            sums.clear()
    print(f'{args.name} {step} steps', flush=True)
    for parameter, average in zip(parameters, averages):
        parameter.data.copy_(average)
    return model.eval()


def public_rows(paths):
    """Public reviews with labels that may be trained on: type_maalej (CC0), type_reviewpulse (MIT)."""
    found = []
    for path in paths:
        for row in read_lines(path):
            if 'star_sentiment' in row:
                category = {'Bug': 'BUGS_AND_ERRORS', 'Feature': 'FEATURE_REQUESTS'}.get(row['label'])
                rated = row['star_sentiment'] if row.get('rating') in (1, 5) and row['label'] in ('Rating', 'UserExperience') else None
                if category or rated:
                    found.append({'text': row['text'], 'category': category, 'sentiment': rated})
            elif row.get('labels'):
                bug = set(row['labels']) <= {'Functionality Issues', 'Crashing Issues'}
                use = set(row['labels']) <= {'UI / Design Issues', 'User Experience Issues'}
                if bug or use:
                    found.append({'text': row['text'], 'category': 'BUGS_AND_ERRORS' if bug else 'USABILITY_ISSUES', 'sentiment': 'NEGATIVE'})
    return found


def without_points(items):
    """Paragraphs of items in which no point is made."""
    return sorted({p['text'] for item in items for p in item['paragraphs'] if not p['spans'] and len(p['text']) < 300})


def save(model, args):
    save_bert(model.bert, args.model, f'{args.out}/model.onnx')
    numbers = lambda tensor: [float(f'{x:.5g}') for x in tensor.detach().float().cpu().flatten().tolist()]
    heads = {'sentiments': SENTIMENTS, 'categories': CATEGORIES, 'areas': model.areas, 'aspects': model.aspects,
             'topic': {'query': numbers(model.queries['topic']), 'weights': numbers(model.topic.weight)},
             'pooled': {name: {'query': numbers(model.queries[name]), 'weights': numbers(model.heads[name].weight), 'bias': numbers(model.heads[name].bias)} for name in POOLED},
             'tags': {name: {'weights': numbers(head.weight), 'bias': numbers(head.bias)} for name, head in model.tags.items()}}
    with open(f'{args.out}/heads.json', 'w') as file:
        json.dump(heads, file, separators=(',', ':'))


def multilingual_vocabulary(args, texts):
    """The vocabulary of the base model with pieces of other languages added, written to the output folder."""
    with open(args.vocab, encoding='utf8') as file:
        base = file.read().split('\n')[:-1]
    trainer = BertWordPieceTokenizer(lowercase=True)
    trainer.train_from_iterator(texts, vocab_size=args.new_tokens, min_frequency=3, limit_alphabet=4000, show_progress=False)
    known = set(base)
    added = [token for token in trainer.get_vocab() if token not in known]
    added.sort()
    path = f'{args.out}/vocab.txt'
    with open(path, 'w', encoding='utf8') as file:
        file.write('\n'.join(base + added) + '\n')
    print(f'{len(base)} + {len(added)} tokens', flush=True)
    return path, added


def with_new_tokens(bert, vocab, added):
    """A new token starts as the mean of the pieces it had before."""
    tokenizer = BertWordPieceTokenizer(vocab, lowercase=True)
    table = bert.embeddings.word_embeddings.weight.data
    new = []
    for token in added:
        ids = [n for n in tokenizer.encode(token.removeprefix('##'), add_special_tokens=False).ids if n != 100] or [100]
        new.append(table[ids].mean(0))
    bert.embeddings.word_embeddings = torch.nn.Embedding.from_pretrained(torch.cat([table, torch.stack(new)]), freeze=False, padding_idx=0)
    return bert


def parse_arguments():
    parser = argparse.ArgumentParser()
    base = f'{HERE}/base'
    parser.add_argument('--model', default=f'{base}/model.onnx')
    parser.add_argument('--vocab', default=f'{base}/vocab.txt')
    parser.add_argument('--general', nargs='+', required=True)
    parser.add_argument('--reviews', nargs='*', default=[])
    parser.add_argument('--dev', nargs='*', default=[])
    parser.add_argument('--stsb')
    parser.add_argument('--out', required=True)
    parser.add_argument('--name', default='run')
    parser.add_argument('--hold-out', type=int, default=0)
    parser.add_argument('--seed', type=int, default=1)
    whole_numbers = {'domains': 10, 'windows': 7, 'item-sets': 3, 'pairs': 224, 'translated': 192, 'general-texts': 256, 'new-tokens': 16000}
    for name, value in whole_numbers.items():
        parser.add_argument(f'--{name}', type=int, default=value)
    numbers = {'seconds': 425, 'align-seconds': 60, 'rate': 1.2e-4, 'head-rate': 1.5e-3, 'temperature': 0.07, 'contrast': 1.0, 'area': 0.5, 'aspect': 0.7, 'mention': 0.5,
               'points': 1.0, 'parallel': 1.0, 'translation': 1.0, 'public': 0.3, 'keep': 30.0, 'keep-pairs': 300.0}
    for name, value in numbers.items():
        parser.add_argument(f'--{name}', type=float, default=value)
    return parser.parse_args()


def main():
    args = parse_arguments()
    os.makedirs(args.out, exist_ok=True)
    torch.manual_seed(args.seed)
    torch.set_num_threads(4)
    rows = statements()
    domains = sorted({row['domain'] for row in rows})
    random.Random(3).shuffle(domains)
    held = set(domains[:args.hold_out])
    parallel = translations(rows)
    seen = [p for p in parallel if p['row']['domain'] not in held]
    noise, remarks = (json.load(open(f'{HERE}/{name}.json')) for name in ('noise', 'remarks'))
    sentences, everything = pairs(), items()
    general = sorted({row['text'] for path in args.general for row in read_lines(path) if row.get('text')} | {row['text'] for row in rows})
    vocab, bert, base = args.vocab, load_bert(args.model), load_bert(args.model).to(DEVICE).eval()
    areas = sorted({row['area'] for row in rows})
    plain = Encoder(base, args.vocab, areas, aspects())
    data = {'parallel': seen, 'pairs': sentences, 'general': general, 'public': public_rows(args.reviews), 'empty': noise['lines'] + noise['closers'] + noise['openers'] + without_points(everything),
            'aims': base_vectors(base, plain, general), 'pair_aims': base_vectors(base, plain, [p['english'] for p in sentences], 1024)}
    if args.new_tokens:
        vocab, added = multilingual_vocabulary(args, [p['text'] for p in sentences] + [p['text'] for p in seen])
        bert = with_new_tokens(bert, args.vocab, added)
    model = Encoder(bert, vocab, areas, aspects()).to(DEVICE)
    sampler = Sampler([row for row in rows if row['domain'] not in held], everything, noise, remarks, random.Random(args.seed))
    print(args.name, len(rows), 'statements', len(seen), 'parallel', len(sentences), 'pairs', len(general), 'general', len(data['public']), 'public', flush=True)
    train(args, model, data, sampler)
    save(model, args)
    result = evaluate(model, [row for row in rows if row['domain'] in held], [p for p in parallel if p['row']['domain'] in held], args)
    print(args.name, json.dumps(result), flush=True)
    samples = [p['text'] for p in parallel[::400]] + [row['text'] for row in rows[::600]] + [p['text'] for p in sentences[::6000]]
    with torch.no_grad():
        vectors = vectors_of(model, samples).cpu().numpy().round(4).tolist()
    with open(f'{args.out}/metrics.json', 'w') as file:
        json.dump({'arguments': vars(args), 'metrics': result, 'samples': [{'text': t, 'ids': model.tokenizer.encode(t).ids, 'vector': v[:16]} for t, v in zip(samples, vectors)]}, file, ensure_ascii=False)


if __name__ == '__main__':
    main()
