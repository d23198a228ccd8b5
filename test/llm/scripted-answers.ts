import type { Behaviour } from '../llm-stub.ts'
import type { Replies, WrittenPoint } from './read-replies.ts'

/* Answers of a model that has the replies of a person at hand, for each task. */

type Asked = { p: string; text: string }
type Data = {
  points?: Asked[]
  topics?: { topic: string; name: string; definition: string }[]
  topic?: { name: string }
  themes?: { theme: string; name: string }[]
}
type Found = Asked & { written: WrittenPoint | undefined }

export function scriptedAnswers(replies: readonly Replies[]): Behaviour {
  return ({ data }: { data: Data }) => {
    const known = replies.find(({ find }) => data.points?.some(({ text }) => find(text)))
    const points = (data.points ?? []).map((one) => ({ ...one, written: known?.find(one.text) }))
    if (data.topics) return assignment(points, data.topics)
    return data.topic ? division(points, data.topic.name) : taxonomy(points, known, data.themes ?? [])
  }
}

/** A topic has one of its subthemes as its definition, where points are added to subthemes. */
const assignment = (points: readonly Found[], topics: NonNullable<Data['topics']>) => ({
  items: points.map(({ p, written }) => ({
    p,
    topic: topics.find(({ name }) => name === written?.topic || name === written?.subtheme)?.topic ?? null,
  })),
})

function division(points: readonly Found[], topic: string) {
  const names = new Set(points.flatMap(({ written }) => (written?.topic === topic && written.subtheme) || []))
  const membersOf = (name: string) => points.filter(({ written }) => written?.subtheme === name)
  return {
    subthemes: [...names]
      .map((name) => ({ name, members: membersOf(name) }))
      .filter(({ members }) => members.length > 1)
      .map(({ name, members }) => ({ name, quote: members[0]!.text, points: members.map(({ p }) => p) })),
  }
}

const taxonomy = (
  points: readonly Found[],
  known: Replies | undefined,
  themes: readonly { theme: string; name: string }[],
) => ({
  topics: (known?.topics ?? []).flatMap(({ name, definition }) => {
    const examples = points.filter(({ written }) => written?.topic === name).slice(0, 2)
    const theme = themes.find((one) => one.name === name)?.theme ?? null
    const quote = examples[0]?.text
    return quote ? [{ theme, name, definition, examples: examples.map(({ p }) => p), quote }] : []
  }),
})
