/** The data directory cannot be used as it is: the operator has to change it or choose another one. */
export class DataDirError extends Error {
  override name = 'DataDirError'
}

const noSpace = /No space left on device|Check free disk space/
/** A link that leads nowhere, a path that is too long, and links that lead to each other. */
const badPath = new Set(['ENOENT', 'ENAMETOOLONG', 'ELOOP'])

/** Turns errors of the operating system into messages the operator can act on. */
export function explainFailure(error: unknown, dataDir: string): Error {
  const cause = error instanceof Error ? error : new Error(String(error))
  const { code, syscall } = cause as NodeJS.ErrnoException
  if (['ENOSPC', 'EDQUOT', '53100'].includes(code ?? '') || noSpace.test(cause.message)) {
    const line = cause.message.split('\n').find((one) => noSpace.test(one)) ?? cause.message
    return new Error(
      `The disk that holds the data directory ${dataDir} is full: free space on it, then start again (${line.trim()}).`,
      { cause },
    )
  }
  if (syscall?.startsWith('spawn')) return cause
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return new DataDirError(`${dataDir} is not a directory (${cause.message}); name a folder`, { cause })
  if (syscall === 'mkdir' && badPath.has(code ?? ''))
    return new DataDirError(`${dataDir} cannot be created (${cause.message}); correct its path`, { cause })
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new DataDirError(
      `${dataDir} is not writable for this user (${cause.message}); give the folder to the user, or name another one`,
      { cause },
    )
  }
  return cause
}
