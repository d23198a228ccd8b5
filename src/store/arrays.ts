/* Arrays of ids and of texts as PostgreSQL itself would send them: nothing has to be escaped, and it need not read every character of every id. The statement has to say the type (`${uuidArray(ids)}::uuid[]`). */

const oids = { uuid: 2950, text: 25 }
const head = 20
const missing = -1

function begun(size: number, type: number, count: number): Buffer {
  const buffer = Buffer.allocUnsafe(head + size)
  // One dimension, perhaps with nulls, of this type, so many, the first of which is number one.
  for (const [place, value] of [1, 1, type, count, 1].entries()) buffer.writeInt32BE(value, 4 * place)
  return buffer
}

/** What the hexadecimal digit of a character is worth. */
const digits = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase())),
)
const bytesOfUuid = 16
/** Where in its text the digits of each byte stand. */
const placesInUuid = Uint8Array.from([0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34])

/** Only for ids of our own: whatever else is in the text is not looked at. */
export function uuidArray(values: readonly (string | null)[]): Buffer {
  const buffer = begun(values.length * (4 + bytesOfUuid), oids.uuid, values.length)
  let at = head
  for (const value of values) {
    at = buffer.writeInt32BE(value === null ? missing : bytesOfUuid, at)
    if (value === null) continue
    for (const place of placesInUuid)
      buffer[at++] = (digits[value.charCodeAt(place)]! << 4) | digits[value.charCodeAt(place + 1)]!
  }
  return buffer.subarray(0, at)
}

/** A character takes at most so many bytes. */
const widest = 3

export function textArray(values: readonly (string | null)[]): Buffer {
  let room = 0
  for (const value of values) room += 4 + widest * (value?.length ?? 0)
  const buffer = begun(room, oids.text, values.length)
  let at = head
  for (const value of values) {
    const length = value === null ? missing : buffer.write(value, at + 4)
    buffer.writeInt32BE(length, at)
    at += 4 + Math.max(0, length)
  }
  return buffer.subarray(0, at)
}

/** Numbers and times as text, which needs no quotes; the driver would look through each for what it has to escape. */
export const plainArray = (values: readonly (string | number | null)[]) =>
  `{${values.map((value) => value ?? 'null').join(',')}}`
