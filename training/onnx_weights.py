"""Reads the weights of the 8-bit ONNX graph into a BertModel and writes trained weights as the exact graph."""
import numpy as np
import onnx
import torch
from onnx import numpy_helper
from transformers import BertConfig, BertModel

from exact_graph import exact_model

LAYERS, SIZE = 12, 384


def _tensors(graph):
    return {tensor.name: numpy_helper.to_array(tensor) for tensor in graph.initializer}


def _dense_weights(graph):
    """The name of each dense layer and the stem of its quantised weights."""
    for node in graph.node:
        if node.op_type == 'MatMulInteger':
            yield '.'.join(node.name.strip('/').split('/')[:-1]), node.input[1].removesuffix('_q')


ZERO = 128


def _signed(weight):
    return weight.astype(np.float32) - (ZERO if weight.dtype == np.uint8 else 0)


def _with_unsigned_weights(graph):
    """Weights from 0 to 255 instead of -128 to 127: processors without VNNI add products of unsigned and signed bytes in
    16 bits, which overflow, so that the same text would get other vectors there."""
    tensors = {tensor.name: tensor for tensor in graph.initializer}
    zero_point = 'weight_zero_point'
    graph.initializer.append(numpy_helper.from_array(np.array(ZERO, np.uint8), zero_point))
    for node in graph.node:
        if node.op_type in ('MatMulInteger', 'QAttention'):
            tensor = tensors[node.input[1]]
            unsigned = (numpy_helper.to_array(tensor).astype(np.int16) + ZERO).astype(np.uint8)
            tensor.CopyFrom(numpy_helper.from_array(unsigned, tensor.name))
            node.input.append(zero_point)


def load_bert(path: str) -> BertModel:
    graph = onnx.load(path).graph
    tensors = _tensors(graph)
    state = {name: value for name, value in tensors.items() if name.endswith(('.bias', 'LayerNorm.weight', '_embeddings.weight'))}
    word = 'embeddings.word_embeddings.weight'
    state[word] = tensors[f'{word}_q'].astype(np.float32) * tensors[f'{word}_s']
    for name, stem in _dense_weights(graph):
        state[f'{name}.weight'] = (_signed(tensors[f'{stem}_q']) * tensors[f'{stem}_s']).T
    for layer in range(LAYERS):
        joined = _signed(tensors[f'layer.{layer}.qkv.w']) * tensors[f'layer.{layer}.qkv.s']
        for part, (weight, bias) in zip(('query', 'key', 'value'), zip(np.split(joined, 3, 1), np.split(tensors[f'layer.{layer}.qkv.b'], 3))):
            state[f'encoder.layer.{layer}.attention.self.{part}.weight'] = weight.T
            state[f'encoder.layer.{layer}.attention.self.{part}.bias'] = bias
    config = BertConfig(vocab_size=len(state[word]), hidden_size=SIZE, num_hidden_layers=LAYERS, num_attention_heads=12, intermediate_size=1536,
                        hidden_dropout_prob=0.1, attention_probs_dropout_prob=0.1)
    model = BertModel(config, add_pooling_layer=False)
    missing, unexpected = model.load_state_dict({name: torch.tensor(np.ascontiguousarray(value)) for name, value in state.items()}, strict=False)
    assert not unexpected and all('position_ids' in name for name in missing), (missing, unexpected)
    return model


def _quantised(weight, axis):
    """Symmetric 8-bit values with one scale per column (axis 0 reduced) or per row (axis 1 reduced)."""
    scale = np.maximum(np.abs(weight).max(axis, keepdims=True), 1e-8) / 127
    return np.clip(np.round(weight / scale), -127, 127).astype(np.int8), scale.astype(np.float32)


def save_bert(model: BertModel, template: str, path: str) -> None:
    proto = onnx.load(template)
    graph = proto.graph
    state = {name: value.detach().float().cpu().numpy() for name, value in model.state_dict().items()}
    new = {name: state[name] for name in _tensors(graph) if name in state}
    word = 'embeddings.word_embeddings.weight'
    new[f'{word}_q'], new[f'{word}_s'] = _quantised(state[word], 1)
    for name, stem in _dense_weights(graph):
        new[f'{stem}_q'], scale = _quantised(state[f'{name}.weight'].T, 0)
        new[f'{stem}_s'] = scale[0]
    for layer in range(LAYERS):
        own = f'encoder.layer.{layer}.attention.self'
        weight, scale = _quantised(np.concatenate([state[f'{own}.{part}.weight'].T for part in ('query', 'key', 'value')], 1), 0)
        new[f'layer.{layer}.qkv.w'], new[f'layer.{layer}.qkv.s'] = weight, scale[0]
        new[f'layer.{layer}.qkv.b'] = np.concatenate([state[f'{own}.{part}.bias'] for part in ('query', 'key', 'value')])
    for tensor in graph.initializer:
        if tensor.name in new:
            tensor.CopyFrom(numpy_helper.from_array(np.ascontiguousarray(new.pop(tensor.name)), tensor.name))
    assert not new, list(new)
    _with_unsigned_weights(graph)
    onnx.save(exact_model(proto), path)
