import { closeSync, openSync, writeSync } from 'node:fs'

/** Writes a file that leaves no space on its file system. */
export function fillDisk(path: string) {
  const file = openSync(path, 'w')
  const block = Buffer.alloc(64 * 1024)
  try {
    for (;;) writeSync(file, block)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(file)
  }
}
