import type { ThingSource } from './types.ts'

/** Larger arguments overflow the call stack. */
const chunkBytes = 32_768

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += chunkBytes)
    text += String.fromCharCode(...bytes.subarray(start, start + chunkBytes))
  return btoa(text)
}

/** Chosen files as the recognition takes them; each says when it was last changed. */
export const readFiles = (files: readonly File[]): Promise<ThingSource[]> =>
  Promise.all(
    files.map(async (file) => ({
      file_name: file.name,
      file_date: new Date(file.lastModified).toISOString().slice(0, 10),
      content_base64: toBase64(new Uint8Array(await file.arrayBuffer())),
    })),
  )
