import { ApiError } from '#domain/errors.ts'
import { lowerThreadPriority } from '#priority.ts'
import { type FileToInspect, inspectFile, type Inspection } from './inspect-file.ts'

export type ThreadAnswer = { inspection: Inspection } | { refusal: Pick<ApiError, 'code' | 'message' | 'details'> }

// It computes for seconds, in which requests go first.
lowerThreadPriority()

/** Errors lose their class on the way between threads, so a refusal is an answer. */
export default async function inspectInThread(file: FileToInspect): Promise<ThreadAnswer> {
  try {
    return { inspection: await inspectFile(file) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message, details } = error
    return { refusal: { code, message, details } }
  }
}
