/*
 * Arrays in PostgreSQL's binary format: no escaping, and no parsing of ids on the server.
 * The statement has to name the type: `${uuidArray(ids)}::uuid[]`.
 */

const oids = { uuid: 2950, text: 25 }
const headerBytes = 20
const nullLength = -1

function arrayHeader(size: number, type: number, count: number): Buffer {
  const buffer = Buffer.allocUnsafe(headerBytes + size)
  // Dimensions, has-nulls flag, element type, length, lower bound.
  for (const [place, value] of [1, 1, type, count, 1].entries()) buffer.writeInt32BE(value, 4 * place)
  return buffer
}

/** Value of a hexadecimal digit by character code. */
const hexValues = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase())),
)
const uuidBytes = 16
/** Offset of each byte's digits in the text form. */
const uuidOffsets = Uint8Array.from([0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34])

/** For valid UUIDs only: the text is not checked. */
export function uuidArray(values: readonly (string | null)[]): Buffer {
  const buffer = arrayHeader(values.length * (4 + uuidBytes), oids.uuid, values.length)
  let at = headerBytes
  for (const value of values) {
    at = buffer.writeInt32BE(value === null ? nullLength : uuidBytes, at)
    if (value === null) continue
    for (const place of uuidOffsets)
      buffer[at++] = (hexValues[value.charCodeAt(place)]! << 4) | hexValues[value.charCodeAt(place + 1)]!
  }
  return buffer.subarray(0, at)
}

/** UTF-8 bytes per UTF-16 code unit. */
const maxBytesPerCodeUnit = 3

export function textArray(values: readonly (string | null)[]): Buffer {
  let room = 0
  for (const value of values) room += 4 + maxBytesPerCodeUnit * (value?.length ?? 0)
  const buffer = arrayHeader(room, oids.text, values.length)
  let at = headerBytes
  for (const value of values) {
    const length = value === null ? nullLength : buffer.write(value, at + 4)
    buffer.writeInt32BE(length, at)
    at += 4 + Math.max(0, length)
  }
  return buffer.subarray(0, at)
}

/** Numbers and timestamps in text format, which need no quotes; the driver would scan each for escapes. */
export const unquotedArray = (values: readonly (string | number | null)[]) =>
  `{${values.map((value) => value ?? 'null').join(',')}}`
