import { ApiError, throwApiError } from '#domain/errors.ts'
import { QueueFullError, TooManyStepsError } from '#engine/masking/mask-off-thread.ts'

/** A text that cannot be masked is not stored: it would be stored with what it must not contain. */
export class MaskingError extends ApiError {
  constructor() {
    super(
      'VALIDATION_ERROR',
      'A text cannot be masked, because the masking patterns of the organization need too much work for it, so ' +
        'nothing was stored. Send a shorter text, or ask an admin to simplify the patterns in Settings → Privacy.',
    )
    this.name = 'MaskingError'
  }
}

const retryAfterSeconds = 5

export async function withBusyError<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof QueueFullError)
      throwApiError('SERVICE_UNAVAILABLE', 'Other texts are being masked; try again shortly.', { retryAfterSeconds })
    throw error
  }
}

export async function withMaskingErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withBusyError(work)
  } catch (error) {
    throw error instanceof TooManyStepsError ? new MaskingError() : error
  }
}
