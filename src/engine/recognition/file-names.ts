const extension = /\.[a-z0-9]{1,8}$/i
const day = /(?<!\d)(20\d{2})[-_.]?(0[1-9]|1[0-2])[-_.]?(0[1-9]|[12]\d|3[01])(?!\d)/

/** `call-2026-05-02.vtt` and `GMT20260502-143000_Recording.vtt` as 2026-05-02. */
export function dateInName(name: string): string | undefined {
  const found = day.exec(name)
  if (!found) return undefined
  const text = `${found[1]}-${found[2]}-${found[3]}`
  // 31 February is a number and no day.
  return new Date(`${text}T00:00:00Z`).toISOString().slice(0, 10) === text ? text : undefined
}

/** What recorders add to a name; it says nothing of the call. */
const added = /\b(?:gmt|utc|recording|transcript|transcription|captions?|otter[ _-]ai|fireflies|final|copy)\b/gi
/** A time behind the date of a name. */
const time = /(?<=^|[\s_T-])\d{6}(?:_\w)?(?=$|[\s_-])/g

/** `Call_with-Ana.transcript.vtt` as “Call with Ana”; null when nothing is left of it. */
export function titleFromName(name: string): string | null {
  const words = name
    .replace(extension, '')
    .replace(/^GMT(?=\d{8})/, '')
    .replace(day, ' ')
    .replace(time, ' ')
    .replace(/[_.]+|\s+-\s+|-+/g, ' ')
    .replace(added, ' ')
    .replace(/\(\s*\d*\s*\)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return words.length > 2 ? words.slice(0, 200) : null
}
