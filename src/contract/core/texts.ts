import Type from 'typebox'
import { nullable } from './shapes.ts'

/** Not blank, no control characters; surrounding white space is trimmed. */
export const Name = (example: string, max = 200) =>
  Type.String({
    minLength: 1,
    maxLength: max,
    pattern: '^(?=[\\s\\S]*\\S)[^\\u0000-\\u0008\\u000b-\\u001f\\u007f]*$',
    'x-trim': true,
    examples: [example],
  })
/** Multi-line text: tabs and line ends are allowed, other control characters are not. */
export const Text = (example: string, max: number, min = 0) =>
  Type.String({
    minLength: min,
    maxLength: max,
    pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$',
    examples: [example],
  })
/** A text that is not blank. */
export const FilledText = (example: string, max: number) =>
  Type.String({
    minLength: 1,
    maxLength: max,
    pattern: '^(?=[\\s\\S]*\\S)[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f]*$',
    examples: [example],
  })
/** Any JSON under names that the caller chooses. */
export const CustomData = (example: object, maxProperties = 500) =>
  Type.Record(Type.String(), Type.Unknown(), {
    maxProperties,
    description: 'Custom data, at most 16 KB as JSON.',
    examples: [example],
  })

export const Tag = Name('export', 64)
export const Tags = Type.Array(Tag, { maxItems: 50, uniqueItems: true, examples: [['export']] })

export const Color = Type.String({ pattern: '^#[0-9a-f]{6}$', examples: ['#3b82f6'] })
export const Email = Type.String({ format: 'email', maxLength: 254, examples: ['ana@example.com'] })
/** Of a text that is marked by what wrote it. */
export const LanguageModel = nullable(
  Type.String({
    examples: ['qwen3:8b'],
    description: 'The language model that wrote the text; null where Earshot or a person did.',
  }),
)
