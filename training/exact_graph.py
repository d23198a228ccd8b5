"""
python3 training/exact_graph.py QUANTISED.onnx EXACT.onnx

Writes the 8-bit encoder as a graph that gives the same bits on every processor. A runtime adds up in another order, and with other
approximations of exp and erf, on each kind of processor; the last bit that differs then moves an 8-bit value by one, and twelve layers
later a state by a tenth. So this graph has only two kinds of operators:

- those on single numbers that IEEE 754 defines to the last bit: add, multiply, divide, square root, round, compare, convert, look up;
- sums of whole numbers that are small enough for every partial sum to be exact, so that their order does not matter.

Nothing that runs in the product needs Python. Made with onnx 1.23 and numpy 2.4; other versions may write the same graph in other bytes.
"""
import math
import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

LAYERS, HEADS, SIZE, HEAD_SIZE = 12, 12, 384, 32
MAX_TOKENS = 128
# Whole numbers up to this are exact in 32-bit floats, and so are sums of them that stay below it.
EXACT = 2 ** 24
# Steps of query and key on each side of zero: 32 products of two such numbers stay exact.
QUERY_STEPS = 724
assert HEAD_SIZE * QUERY_STEPS ** 2 <= EXACT
# Steps of an attention weight from 0 to 1 and of a value: rounding adds at most a half to each weight.
WEIGHT_STEPS, VALUE_STEPS = 4096, 4032
assert (WEIGHT_STEPS + MAX_TOKENS / 2) * VALUE_STEPS <= EXACT
EXP_STEPS = 65536
assert MAX_TOKENS * EXP_STEPS <= EXACT
# Adding and subtracting it rounds a number below 2^22 to the nearest whole one, halves to even.
ROUNDING = 1.5 * 2 ** 23
# The squares of 384 numbers in these steps are exact in 64-bit floats up to a state of a thousand.
NORM_STEPS = 4096
GELU_STEPS, GELU_END = 512, 6


class Graph:
    def __init__(self):
        self.nodes, self.constants = [], {}

    def constant(self, name, value):
        self.constants.setdefault(name, np.asarray(value))
        return name

    def number(self, value, type=np.float32):
        return self.constant(f'{np.dtype(type).name}:{value!r}', type(value))

    def whole(self, *values):
        return self.constant(f'whole:{values}', np.array(values, np.int64))

    def add(self, operator, *inputs, outputs=1, **attributes):
        name = f'{operator}_{len(self.nodes)}'
        names = [name] if outputs == 1 else [f'{name}.{n}' for n in range(outputs)]
        self.nodes.append(helper.make_node(operator, list(inputs), names, name=name, **attributes))
        return names[0] if outputs == 1 else names

    def cast(self, value, to):
        return self.add('Cast', value, to=to)

    def rounded(self, value):
        return self.add('Sub', self.add('Add', value, self.number(ROUNDING)), self.number(ROUNDING))


def linear(graph, states, name, weight, scale, bias):
    """8-bit products added up in 32-bit whole numbers. Unsigned weights: signed ones overflow on processors without VNNI."""
    values, step, zero = graph.add('DynamicQuantizeLinear', states, outputs=3)
    weights, weight_zero = graph.constant(f'{name}.weight', weight), graph.constant('weight_zero_point', np.uint8(128))
    sums = graph.cast(graph.add('MatMulInteger', values, weights, zero, weight_zero), TensorProto.FLOAT)
    scaled = graph.add('Mul', sums, graph.add('Mul', step, graph.constant(f'{name}.scale', scale)))
    return graph.add('Add', scaled, graph.constant(f'{name}.bias', bias))


def norm(graph, states, name, weight, bias):
    """Mean and variance of each token from sums of whole numbers in 64-bit floats."""
    in_steps = graph.add('Mul', states, graph.number(NORM_STEPS))
    whole = graph.cast(graph.rounded(in_steps), TensorProto.DOUBLE)
    total = lambda value: graph.add('Mul', graph.add('ReduceSum', value, graph.whole(1), keepdims=1), graph.number(1 / SIZE, np.float64))
    mean, squares = total(whole), total(graph.add('Mul', whole, whole))
    variance = graph.add('Sub', squares, graph.add('Mul', mean, mean))
    deviation = graph.add('Sqrt', graph.add('Add', variance, graph.number(1e-12 * NORM_STEPS ** 2, np.float64)))
    centred = graph.add('Sub', in_steps, graph.cast(mean, TensorProto.FLOAT))
    # A division: some processors only approximate a reciprocal.
    inverse = graph.add('Div', graph.number(1.0, np.float64), deviation)
    normal = graph.add('Mul', centred, graph.cast(inverse, TensorProto.FLOAT))
    return graph.add('Add', graph.add('Mul', normal, graph.constant(f'{name}.weight', weight)), graph.constant(f'{name}.bias', bias))


def exponential(graph, scores):
    """exp of numbers up to 0 from products alone: (1 + t + t²/2)^64 with t = x/64. `scores` are t already."""
    t = graph.add('Max', scores, graph.number(-0.5))
    linear_part = graph.add('Add', graph.add('Mul', t, graph.number(0.5)), graph.number(1.0))
    power = graph.add('Add', graph.add('Mul', linear_part, t), graph.number(1.0))
    for _ in range(6):
        power = graph.add('Mul', power, power)
    return power


def attention(graph, joined):
    """Query, key, value and weights rounded to whole numbers, so that both products of matrices are exact."""
    heads = graph.add('Transpose', graph.add('Reshape', joined, graph.whole(-1, 3 * HEADS, HEAD_SIZE)), perm=[1, 0, 2])
    largest = graph.add('ReduceMax', graph.add('Abs', heads), axes=[1, 2], keepdims=1)
    largest = graph.add('Max', largest, graph.number(1e-6))
    steps = np.repeat(np.float32([QUERY_STEPS, QUERY_STEPS, VALUE_STEPS]), HEADS).reshape(-1, 1, 1)
    steps = graph.constant('attention.steps', steps)
    whole = graph.rounded(graph.add('Mul', heads, graph.add('Div', steps, largest)))
    split = lambda value: graph.add('Split', value, graph.whole(HEADS, HEADS, HEADS), outputs=3, axis=0)
    (query, key, value), (query_step, key_step, value_step) = split(whole), split(graph.add('Div', largest, steps))
    products = graph.add('MatMul', query, graph.add('Transpose', key, perm=[0, 2, 1]))
    # Over the root of the head's size, and over 64 for `exponential`.
    step = graph.add('Mul', graph.add('Mul', query_step, key_step), graph.number(1 / math.sqrt(HEAD_SIZE) / 64))
    scores = graph.add('Mul', products, step)
    below_best = graph.add('Sub', scores, graph.add('ReduceMax', scores, axes=[2], keepdims=1))
    powers = graph.rounded(graph.add('Mul', exponential(graph, below_best), graph.number(EXP_STEPS)))
    total = graph.add('ReduceSum', powers, graph.whole(2), keepdims=1)
    weights = graph.rounded(graph.add('Mul', powers, graph.add('Div', graph.number(WEIGHT_STEPS), total)))
    step = graph.add('Mul', value_step, graph.number(1 / WEIGHT_STEPS))
    context = graph.add('Mul', graph.add('MatMul', weights, value), step)
    return graph.add('Reshape', graph.add('Transpose', context, perm=[1, 0, 2]), graph.whole(-1, SIZE))


def gelu(graph, states):
    """GELU is ReLU less something that is the same on both sides of zero and vanishes: looked up in a table."""
    middles = (np.arange(GELU_STEPS * GELU_END) + 0.5) / GELU_STEPS
    table = np.float32([x / 2 * math.erfc(x / math.sqrt(2)) for x in middles])
    table[-1] = 0
    row = graph.add('Mul', graph.add('Abs', states), graph.number(GELU_STEPS))
    row = graph.cast(graph.add('Min', row, graph.number(len(table) - 1)), TensorProto.INT32)
    less = graph.add('Gather', graph.constant('gelu.table', table), row)
    return graph.add('Sub', graph.add('Relu', states), less)


def embeddings(graph, tensors):
    ids = graph.add('Reshape', 'input_ids', graph.whole(-1))
    word = 'embeddings.word_embeddings.weight'
    rows, scales = (graph.add('Gather', graph.constant(name, tensors[name]), ids) for name in (f'{word}_q', f'{word}_s'))
    positions = tensors['embeddings.position_embeddings.weight'][:MAX_TOKENS] + tensors['embeddings.token_type_embeddings.weight'][0]
    position = graph.add('Slice', graph.constant('positions', positions), graph.whole(0), graph.add('Shape', ids), graph.whole(0))
    return graph.add('Add', graph.add('Mul', graph.cast(rows, TensorProto.FLOAT), scales), position)


def exact_model(quantised):
    """The model with the weights of `quantised`, a graph of fused operators and unsigned weights."""
    tensors = {tensor.name: numpy_helper.to_array(tensor) for tensor in quantised.graph.initializer}
    stems = {'.'.join(node.name.strip('/').split('/')[:-1]): node.input[1].removesuffix('_q')
             for node in quantised.graph.node if node.op_type == 'MatMulInteger'}
    graph = Graph()

    def dense(states, name):
        stem = stems[name]
        return linear(graph, states, name, tensors[f'{stem}_q'], tensors[f'{stem}_s'], tensors[f'{name}.bias'])

    def normal(states, name):
        return norm(graph, states, name, tensors[f'{name}.weight'], tensors[f'{name}.bias'])

    states = normal(embeddings(graph, tensors), 'embeddings.LayerNorm')
    for layer in range(LAYERS):
        own, joined = f'encoder.layer.{layer}', f'layer.{layer}.qkv'
        context = attention(graph, linear(graph, states, joined, *(tensors[f'{joined}.{letter}'] for letter in 'wsb')))
        attended = graph.add('Add', dense(context, f'{own}.attention.output.dense'), states)
        states = normal(attended, f'{own}.attention.output.LayerNorm')
        inner = gelu(graph, dense(states, f'{own}.intermediate.dense'))
        states = normal(graph.add('Add', dense(inner, f'{own}.output.dense'), states), f'{own}.output.LayerNorm')
    output = 'last_hidden_state'
    graph.nodes.append(helper.make_node('Reshape', [states, graph.whole(1, -1, SIZE)], [output]))
    values = [numpy_helper.from_array(array, name) for name, array in graph.constants.items()]
    inputs = [helper.make_tensor_value_info('input_ids', TensorProto.INT64, [1, 'length'])]
    outputs = [helper.make_tensor_value_info(output, TensorProto.FLOAT, [1, 'length', SIZE])]
    whole = helper.make_graph(graph.nodes, 'encoder', inputs, outputs, values)
    model = helper.make_model(whole, opset_imports=[helper.make_opsetid('', 13)], ir_version=7)
    onnx.checker.check_model(model)
    return model


if __name__ == '__main__':
    if len(sys.argv) != 3:
        sys.exit(__doc__.strip())
    source, target = sys.argv[1:]
    model = exact_model(onnx.load(source))
    onnx.save(model, target)
    print(f'{target}: {len(model.graph.node)} nodes')
