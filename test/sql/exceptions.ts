import type { CapturedStatement } from './statement-key.ts'

type Exception = { file: string; contains: string; reason: string }

/** Statements over all organizations, on purpose. */
export const exceptions: readonly Exception[] = []

/** Folders whose statements are not rewritten yet. */
export const pending: readonly string[] = ['src/']

export const exceptionFor = ({ file, text }: CapturedStatement): Exception | undefined =>
  exceptions.find((exception) => file.startsWith(exception.file) && text.includes(exception.contains))
