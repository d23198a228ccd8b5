import { useRef, useState } from 'react'
import { invalidateAll } from '#web/api/cache.ts'
import { call, EarshotError } from '#web/api/client.ts'
import { errorMessage } from '#web/api/error-messages.ts'
import { storeAddition } from './store-addition.ts'
import type { Addition, Edits, ThingKind, RecognizedThing, ThingSource } from './types.ts'

type Refused = { name: string; message: string }

const problemOf = (error: unknown): string =>
  error instanceof EarshotError || !(error instanceof Error) ? errorMessage(error) : error.message

function initialEdits({ interview }: RecognizedThing): Edits {
  const named = interview?.speakers.flatMap(({ speaker, role }) => (speaker === null ? [] : [[speaker, role]])) ?? []
  return {
    title: interview?.title ?? '',
    date: interview?.interview_date ?? '',
    roles: Object.fromEntries(named) as Edits['roles'],
    contact: undefined,
    credential: {},
  }
}

/** What is to be added: recognized first, changed where needed, then stored. */
export function useAdditions() {
  const [additions, setAdditions] = useState<readonly Addition[]>([])
  const [refused, setRefused] = useState<readonly Refused[]>([])
  const [busy, setBusy] = useState(false)
  const nextKey = useRef(0)
  const change = (key: number, values: Partial<Addition>) =>
    setAdditions((before) => before.map((one) => (one.key === key ? { ...one, ...values } : one)))
  const added = (source: ThingSource, part: RecognizedThing): Addition => ({
    key: nextKey.current++,
    source: part.link ? { ...source, text: part.link.name } : source,
    part,
    edits: initialEdits(part),
    status: 'ready',
  })
  const recognize = async (sources: readonly ThingSource[]) => {
    setBusy(true)
    const found = await recognizeAll(sources)
    setRefused(found.refused)
    const recognized = found.parts.map(({ source, part }) => added(source, part))
    setAdditions((before) => [...before, ...recognized])
    setBusy(false)
  }
  const store = async () => {
    setBusy(true)
    for (const one of additions.filter(({ status }) => status === 'ready' || status === 'failed'))
      await storeOne(one, change)
    setBusy(false)
    invalidateAll()
  }
  return {
    additions,
    refused,
    busy,
    recognize,
    store,
    readAs: (one: Addition, kind: ThingKind) => readAs(one, kind, change, setRefused),
    edit: (one: Addition, edits: Partial<Edits>) => change(one.key, { edits: { ...one.edits, ...edits } }),
    remove: (key: number) => setAdditions((before) => before.filter((one) => one.key !== key)),
  }
}

/** One after another, so that many files do not wait on the server at once. */
async function recognizeAll(sources: readonly ThingSource[]) {
  const parts: { source: ThingSource; part: RecognizedThing }[] = []
  const refused: Refused[] = []
  for (const source of sources) {
    const result = await call('recognize', source).catch((error: unknown) => problemOf(error))
    if (typeof result === 'string') refused.push({ name: source.file_name ?? '', message: result })
    else parts.push(...result.parts.map((part) => ({ source, part })))
  }
  return { parts, refused }
}

export type Additions = ReturnType<typeof useAdditions>
type Change = (key: number, values: Partial<Addition>) => void

async function storeOne(one: Addition, change: Change) {
  change(one.key, { status: 'storing' })
  try {
    const path = await storeAddition(one)
    change(one.key, { status: 'stored', ...(path && { path }) })
  } catch (error) {
    change(one.key, { status: 'failed', problem: problemOf(error) })
  }
}

async function readAs(one: Addition, kind: ThingKind, change: Change, setRefused: (refused: Refused[]) => void) {
  try {
    const { parts } = await call('recognize', { ...one.source, kind })
    const part = parts[0]!
    change(one.key, { part, edits: initialEdits(part), status: 'ready' })
  } catch (error) {
    setRefused([{ name: one.source.file_name ?? '', message: problemOf(error) }])
  }
}
