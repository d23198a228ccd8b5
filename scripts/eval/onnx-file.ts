/* The parts of an ONNX file that are needed here: the operators of its graph, and the bytes of a tensor. */

type Field = { field: number; start: number; end: number }

/** The fields of a Protocol Buffers message that have a length: messages, texts and bytes. */
function* fieldsOf(file: Uint8Array, from: number, to: number): Generator<Field> {
  let position = from
  const readNumber = () => {
    let [value, factor] = [0, 1]
    for (; position < to; factor *= 128) {
      const byte = file[position++]!
      value += (byte & 127) * factor
      if (byte < 128) return value
    }
    throw new Error('the ONNX file ends within a number')
  }
  const skips: Record<number, () => void> = {
    0: readNumber,
    1: () => (position += 8),
    5: () => (position += 4),
  }
  while (position < to) {
    const tag = readNumber()
    if ((tag & 7) === 2) {
      const length = readNumber()
      yield { field: tag >>> 3, start: position, end: position + length }
      position += length
    } else skips[tag & 7]!()
  }
}

/** Numbers of the fields in onnx.proto. */
const graphOfModel = 7
const [nodeOfGraph, tensorOfGraph] = [1, 5]
const operatorOfNode = 4
const [nameOfTensor, bytesOfTensor] = [8, 9]

function* partsOfGraph(file: Uint8Array, field: number): Generator<Field[]> {
  for (const graph of fieldsOf(file, 0, file.length))
    if (graph.field === graphOfModel)
      for (const part of fieldsOf(file, graph.start, graph.end))
        if (part.field === field) yield [...fieldsOf(file, part.start, part.end)]
}

const textOf = (file: Uint8Array, fields: readonly Field[], field: number) => {
  const found = fields.find((one) => one.field === field)
  return found ? Buffer.from(file.subarray(found.start, found.end)).toString() : undefined
}

export const operatorsOf = (file: Uint8Array): Set<string | undefined> =>
  new Set([...partsOfGraph(file, nodeOfGraph)].map((fields) => textOf(file, fields, operatorOfNode)))

/** A view into the file. */
export function tensorBytes(file: Uint8Array, name: string): Uint8Array {
  for (const fields of partsOfGraph(file, tensorOfGraph)) {
    const bytes = fields.find(({ field }) => field === bytesOfTensor)
    if (bytes && textOf(file, fields, nameOfTensor) === name) return file.subarray(bytes.start, bytes.end)
  }
  throw new Error(`the ONNX file has no tensor ${name}`)
}
