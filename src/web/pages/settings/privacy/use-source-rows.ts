import { useState } from 'react'

/** Rows of a form, one per source, that can be added and removed before they are saved. */
export function useSourceRows<T>(initial: readonly T[], empty: T) {
  const [rows, setRows] = useState(() => initial.map((value, key) => ({ key: String(key), value })))
  const [nextKey, setNextKey] = useState(initial.length)
  return {
    rows,
    add() {
      setRows([...rows, { key: String(nextKey), value: empty }])
      setNextKey(nextKey + 1)
    },
    remove: (key: string) => setRows(rows.filter((row) => row.key !== key)),
  }
}
