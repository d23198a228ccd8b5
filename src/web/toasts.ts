import { externalValue } from './external-value.ts'
import { t } from './i18n/t.ts'

type Toast = {
  title: string
  note?: string
  tone?: 'good' | 'bad'
  action?: { label: string; run: () => void; undoes?: true }
}
export type VisibleToast = Toast & { id: number }

const visibleMs = 8000
const maxVisible = 3
let lastId = 0
const visible = externalValue<readonly VisibleToast[]>([])

export const dismissToast = (id: number) => visible.set(visible.get().filter((one) => one.id !== id))

/** It stays until it is used or dismissed; answers how to take it away. */
export function lastingToast(content: Toast): () => void {
  const id = ++lastId
  visible.set([...visible.get(), { ...content, id }].slice(-maxVisible))
  return () => dismissToast(id)
}

/** Answers how to take it away. */
function show(content: Toast): () => void {
  const dismiss = lastingToast(content)
  setTimeout(dismiss, visibleMs)
  return dismiss
}

export const toast = (content: Toast) => void show(content)

/** Says what was done and offers to undo it. */
export const toastUndo = (title: string, undo: () => void) => void undoToast(title, undo)

/** As `toastUndo`, where the page can undo by itself and then takes the message away. */
export const undoToast = (title: string, undo: () => void): (() => void) =>
  show({ title, action: { label: t('Undo'), run: undo, undoes: true } })

/** Runs the undo of the newest toast that has one. */
export function undoLatest(): boolean {
  const latest = visible.get().findLast((one) => one.action?.undoes)
  if (!latest) return false
  latest.action!.run()
  dismissToast(latest.id)
  return true
}

export const useToasts = visible.use
