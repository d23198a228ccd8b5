"""
python3 scripts/fuse-model.py PLAIN.onnx FUSED.onnx

Writes the quantised sentence model with the fused operators of the runtime, which compute the same in fewer steps: the vectors stay as
they are, bit by bit. Needed only to make models/gte-small-int8/model.onnx anew from the plain graph; nothing that runs needs Python.
Made with onnx 1.12 and numpy 1.24; other versions may write the same graph in other bytes.
"""

import sys

import numpy
import onnx
from onnx import helper, numpy_helper

layers = 12
heads = 12
fused_operators = 'com.microsoft'
parts = ('query', 'key', 'value')


def weights_of(graph):
    return {tensor.name: tensor for tensor in graph.initializer}


def makers_of(graph):
    """Which node makes a value."""
    return {output: node for node in graph.node for output in node.output}


def replace(items, by):
    del items[:]
    items.extend(by)


def leave_out_zero_points(graph):
    """A zero point of zero for every column is what the operator takes when none is named, and then it skips the correction."""
    weights = weights_of(graph)
    for node in graph.node:
        if node.op_type != 'MatMulInteger':
            continue
        if numpy_helper.to_array(weights[node.input[3]]).any():
            sys.exit(f'{node.name}: a zero point of its weights is not zero')
        del node.input[3]


def fuse_attention(graph):
    """Query, key and value become one product of joined weights, and everything up to the joined heads one operator."""
    weights, makers = weights_of(graph), makers_of(graph)
    joined, gone = {}, set()
    for layer in range(layers):
        room = f'/encoder/layer.{layer}/attention/self/'
        result = f'{room}Reshape_3_output_0'
        products = [makers[f'{room}{part}/MatMul_output_0_i'] for part in parts]
        scales = [makers[f'{room}{part}/MatMul_output_0_sc'] for part in parts]
        values, _, values_zero = products[0].input
        together = {
            'w': numpy.concatenate([numpy_helper.to_array(weights[node.input[1]]) for node in products], 1),
            's': numpy.concatenate([numpy_helper.to_array(weights[node.input[1]]) for node in scales]),
            'b': numpy.concatenate([numpy_helper.to_array(weights[f'encoder.layer.{layer}.attention.self.{part}.bias']) for part in parts]),
        }
        names = {letter: f'layer.{layer}.qkv.{letter}' for letter in together}
        graph.initializer.extend(numpy_helper.from_array(numpy.ascontiguousarray(array), names[letter]) for letter, array in together.items())
        inputs = [values, names['w'], names['b'], scales[0].input[0], names['s'], '', values_zero]
        # It stands where the first of its parts stood: there its inputs are known.
        joined[products[0].output[0]] = helper.make_node('QAttention', inputs, [result], domain=fused_operators, num_heads=heads)
        # What quantises the result for the next product begins with the same name and stays.
        gone |= {output for output in makers if output.startswith(room) and not output.startswith(f'{result}_')}
    kept = [joined.get(node.output[0], node) for node in graph.node if node.output[0] in joined or node.output[0] not in gone]
    replace(graph.node, kept)


def fuse_normalisation(graph):
    """A sum and its normalisation become one operator."""
    weights, makers = weights_of(graph), makers_of(graph)
    end = 'Add_1_output_0'

    def fused(node):
        result = node.output[0]
        if not result.endswith(f'LayerNorm/{end}'):
            return node
        room = result.removesuffix(end)
        total = makers[makers[f'{room}ReduceMean_output_0'].input[0]]
        if total.op_type != 'Add':
            sys.exit(f'{room}: normalises no sum')
        gamma = next(name for name in makers[f'{room}Mul_output_0'].input if name in weights)
        beta = next(name for name in node.input if name in weights)
        epsilon = float(numpy_helper.to_array(makers[f'{room}Constant_1_output_0'].attribute[0].t))
        return helper.make_node('SkipLayerNormalization', [*total.input, gamma, beta], [result], domain=fused_operators, epsilon=epsilon)

    replace(graph.node, [fused(node) for node in graph.node])


def drop_unused(graph):
    while True:
        used = {name for node in graph.node for name in node.input} | {output.name for output in graph.output}
        kept = [node for node in graph.node if used.intersection(node.output)]
        if len(kept) == len(graph.node):
            break
        replace(graph.node, kept)
    replace(graph.initializer, [tensor for tensor in graph.initializer if tensor.name in used])
    # Shapes of values that are no longer there; the runtime finds those of the others by itself.
    replace(graph.value_info, [])


if len(sys.argv) != 3:
    sys.exit(__doc__.strip())
plain, fused = sys.argv[1:]
model = onnx.load(plain)
leave_out_zero_points(model.graph)
fuse_attention(model.graph)
fuse_normalisation(model.graph)
drop_unused(model.graph)
if not any(opset.domain == fused_operators for opset in model.opset_import):
    model.opset_import.append(helper.make_opsetid(fused_operators, 1))
onnx.save(model, fused)
print(f'{fused}: {len(model.graph.node)} nodes')
