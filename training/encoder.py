"""The encoder with its heads: vectors of meaning and of topic, labels and tags."""
import numpy as np
import torch
import torch.nn.functional as F
from tokenizers import BertWordPieceTokenizer

SENTIMENTS = ['NEGATIVE', 'NEUTRAL', 'POSITIVE']
CATEGORIES = ['PAIN_POINTS', 'DELIGHTS', 'GENERAL_FEEDBACK', 'FEATURE_REQUESTS', 'USABILITY_ISSUES', 'BUGS_AND_ERRORS']
POOLED = ['sentiment', 'category', 'area', 'content', 'aspect']
TOPIC_SIZE = 128
MAX_TOKENS = 128
DEVICE = 'cuda'


class Encoder(torch.nn.Module):
    """The body with its heads. A span's topic vector is the mean of its tokens; each label pools the span by attention of its own."""

    def __init__(self, bert, vocabulary, areas, aspects):
        super().__init__()
        self.bert = bert
        self.areas = areas
        self.aspects = aspects
        self.tokenizer = BertWordPieceTokenizer(vocabulary, lowercase=True)
        self.tokenizer.enable_truncation(MAX_TOKENS)
        self.known = {}
        sizes = {'sentiment': len(SENTIMENTS), 'category': len(CATEGORIES), 'area': len(areas), 'content': 2, 'aspect': len(aspects)}
        self.queries = torch.nn.ParameterDict({name: torch.nn.Parameter(torch.zeros(384)) for name in [*POOLED, 'topic']})
        self.topic = torch.nn.Linear(384, TOPIC_SIZE, bias=False)
        self.heads = torch.nn.ModuleDict({name: torch.nn.Linear(384, size) for name, size in sizes.items()})
        self.tags = torch.nn.ModuleDict({name: torch.nn.Linear(384, 3) for name in ('point', 'mention')})

    def encode(self, texts):
        new = list({text for text in texts if text not in self.known})
        if new:
            self.known.update(zip(new, map(Tokens, self.tokenizer.encode_batch(new))))
        return [self.known[text] for text in texts]

    def padded(self, encoded):
        length = max(len(e.ids) for e in encoded)
        ids = np.zeros((len(encoded), length), np.int64)
        mask = np.zeros((len(encoded), length), np.int64)
        for n, e in enumerate(encoded):
            ids[n, :len(e.ids)] = e.ids
            mask[n, :len(e.ids)] = 1
        return torch.from_numpy(ids).to(DEVICE, non_blocking=True), torch.from_numpy(mask).to(DEVICE, non_blocking=True)

    def tokens(self, texts):
        encoded = self.encode(texts)
        return encoded, *self.padded(encoded)

    def hidden(self, ids, mask):
        with torch.autocast('cuda', torch.bfloat16):
            return self.bert(input_ids=ids, attention_mask=mask)[0].float()


class Tokens:
    """Of an encoding: ids; where each token starts (-1 for [CLS] and [SEP]); which tokens begin a word."""

    def __init__(self, encoding):
        self.ids = np.array(encoding.ids)
        self.offsets = encoding.offsets
        self.word_ids = encoding.word_ids
        own = np.array(encoding.special_tokens_mask) == 0
        self.starts = np.where(own, np.array([a for a, _ in encoding.offsets]), -1)
        words = np.array([-1 if w is None else w for w in encoding.word_ids])
        self.begins = own & (words != np.concatenate([[-1], words[:-1]]))


def own_tokens(encoded, start=0, end=1 << 30):
    """Which tokens a span holds; never [CLS] and [SEP]."""
    found = (encoded.starts >= start) & (encoded.starts < end)
    return found if found.any() else encoded.starts >= 0 if (encoded.starts >= 0).any() else encoded.starts < 0


def span_masks(encoded, spans, length):
    """One row of ones per span; `spans` are (text number, start, end)."""
    rows = np.zeros((len(spans), length), np.float32)
    for n, (text, start, end) in enumerate(spans):
        own = own_tokens(encoded[text], start, end)
        rows[n, :len(own)] = own
    return torch.from_numpy(rows).to(DEVICE, non_blocking=True), torch.tensor([text for text, _, _ in spans], device=DEVICE)


def general_vectors(hidden, rows, texts):
    """The mean of the tokens: similar for texts of similar meaning, as in the base model."""
    picked = hidden[texts] * rows[..., None]
    return F.normalize(picked.sum(1) / rows.sum(1, keepdim=True), dim=1)


def topic_vectors(model, hidden, rows, texts):
    """Similar for points on the same topic of a product, whatever they say about it."""
    return F.normalize(model.topic(pooled(model, 'topic', hidden, rows, texts)), dim=1)


def pooled(model, name, hidden, rows, texts):
    states = hidden[texts]
    scores = (states @ model.queries[name]) / 384 ** 0.5
    weights = torch.softmax(scores.masked_fill(rows == 0, -1e4), 1)
    return (weights[..., None] * states).sum(1)


def whole(texts):
    return [(n, 0, 1 << 30) for n in range(len(texts))]


def vectors_of(model, texts, size=256):
    found = []
    with torch.no_grad():
        for at in range(0, len(texts), size):
            part = texts[at:at + size]
            encoded, ids, mask = model.tokens(part)
            rows, which = span_masks(encoded, whole(part), ids.shape[1])
            found.append(general_vectors(model.hidden(ids, mask), rows, which))
    return torch.cat(found)


def base_vectors(bert, tokenizer_model, texts, size=256):
    """As the base model pools: the mean over all tokens, [CLS] and [SEP] too."""
    found = []
    with torch.no_grad():
        for at in range(0, len(texts), size):
            _, ids, mask = tokenizer_model.tokens(texts[at:at + size])
            with torch.autocast('cuda', torch.bfloat16):
                states = bert(input_ids=ids, attention_mask=mask)[0].float()
            found.append(F.normalize((states * mask[..., None]).sum(1) / mask.sum(1, keepdim=True), dim=1))
    return torch.cat(found)
