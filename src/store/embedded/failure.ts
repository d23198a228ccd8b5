/** Turns errors of the operating system into messages the operator can act on. */
export function explainFailure(error: unknown, dataDir: string): Error {
  const cause = error instanceof Error ? error : new Error(String(error))
  const { code, syscall } = cause as NodeJS.ErrnoException
  if (
    ['ENOSPC', 'EDQUOT', '53100'].includes(code ?? '') ||
    /No space left on device|Check free disk space/.test(cause.message)
  ) {
    return new Error(`The disk that holds the data directory ${dataDir} is full: ${cause.message}`, { cause })
  }
  if (syscall?.startsWith('spawn')) return cause
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return new Error(`${dataDir} is not a directory (${cause.message}).`, { cause })
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new Error(`The data directory ${dataDir} is not writable for this user (${cause.message}).`, { cause })
  }
  return cause
}
