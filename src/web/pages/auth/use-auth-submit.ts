import { useState } from 'react'
import { authErrorMessage } from '#web/api/error-messages.ts'

type Values = Record<string, string>

/** Submits a form of a signed-out page: whether it runs, and the message of what went wrong. */
export function useAuthSubmit(run: (values: Values) => Promise<void>, initialError?: string) {
  const [error, setError] = useState(initialError)
  const [busy, setBusy] = useState(false)
  const submit = async (values: Values) => {
    setBusy(true)
    try {
      await run(values)
    } catch (problem) {
      setError(authErrorMessage(problem))
    } finally {
      setBusy(false)
    }
  }
  return { error, busy, submit: (values: Values) => void submit(values) }
}
