import type { QuestionRow } from '#domain/sources/surveys/queries.ts'
import { booleanAttribute, type Html, html } from './html.ts'
import type { Messages } from './messages.ts'

/** Field values by question: submitted, or prefilled by the link. */
export type FieldValues = ReadonlyMap<string, readonly string[]>

export const fieldNameOf = (id: string) => `q.${id}`
export const fieldIdOf = (id: string) => `q-${id}`
const maxSteps = 11
const maxText = 5000

type Field = { question: QuestionRow; messages: Messages; texts: readonly string[]; bad: boolean; attributes: Html }

/** One question. Choices are a fieldset, so that screen readers announce the question with each of them. */
export function renderField(
  question: QuestionRow,
  messages: Messages,
  values: FieldValues,
  problem: string | undefined,
): Html {
  const id = fieldIdOf(question.id)
  const described = problem ? html` aria-describedby="${id}-why" aria-invalid="true"` : html``
  const field: Field = {
    question,
    messages,
    texts: values.get(question.id) ?? [],
    bad: problem !== undefined,
    attributes: described,
  }
  const label = html`${question.text}${question.required ? html`<span class="mark">(${messages.required})</span>` : ''}`
  const error = problem && html`<p class="why" id="${id}-why">${problem}</p>`
  const single = singleInput(field, id)
  return single
    ? html`<div class="card${problem ? ' bad' : ''}">
        <label class="ask" for="${id}">${label}</label>${error}${single}
      </div>`
    : html`<div class="card${problem ? ' bad' : ''}">
        <fieldset id="${id}" tabindex="-1" ${described}>
          <legend class="ask">${label}</legend>
          ${error}${choices(field)}
        </fieldset>
      </div>`
}

const bound = (name: 'min' | 'max', value: number | null | undefined) =>
  value === null || value === undefined ? '' : html` ${name}="${value}"`

const isLong = ({ scale }: QuestionRow) => scale !== null && scale.max! - scale.min! >= maxSteps

function singleInput({ question, texts, attributes }: Field, id: string): Html | undefined {
  const { type, scale, required } = question
  const value = texts[0] ?? ''
  const more = html`${attributes}${booleanAttribute('required', required)}`
  if (type === 'open_text')
    return html`<textarea id="${id}" name="${fieldNameOf(question.id)}" rows="4" maxlength="${maxText}" ${more}>
${value}</textarea>`
  if (type === 'date')
    return html`<input
      class="line"
      type="date"
      id="${id}"
      name="${fieldNameOf(question.id)}"
      value="${value}"
      ${more}
    />`
  const isNumberInput =
    type === 'number' || ((type === 'rating' || type === 'csat' || type === 'ces') && isLong(question))
  if (!isNumberInput) return undefined
  const bounds = html`${bound('min', scale?.min)}${bound('max', scale?.max)}`
  return html`<input
    class="line"
    type="number"
    inputmode="decimal"
    step="${type === 'number' ? 'any' : '1'}"
    id="${id}"
    name="${fieldNameOf(question.id)}"
    value="${value}"
    ${bounds}${more}
  />`
}

function choices(field: Field): Html {
  const { question, messages } = field
  if (question.type === 'boolean')
    return rows(field, 'radio', [
      { id: 'true', label: messages.yes },
      { id: 'false', label: messages.no },
    ])
  if (question.type === 'single_choice') return rows(field, 'radio', question.options)
  if (question.type === 'multi_choice')
    return html`<p class="hint">${messages.all}</p>
      ${rows(field, 'checkbox', question.options)}`
  return scale(field)
}

type Choice = { kind: 'radio' | 'checkbox'; value: string; isRequired: boolean; label?: string | null }

/** The attributes are one line of text, because the formatter would break a longer tag over several lines. */
function choiceInput({ question, texts }: Field, { kind, value, isRequired, label }: Choice): Html {
  const checked = booleanAttribute('checked', texts.includes(value))
  const required = booleanAttribute('required', isRequired)
  const ariaLabel = label ? html` aria-label="${label}"` : ''
  const attributes = html`value="${value}"${checked}${required}${ariaLabel}`
  return html`<input type="${kind}" name="${fieldNameOf(question.id)}" ${attributes} />`
}

const rows = (field: Field, kind: 'radio' | 'checkbox', options: readonly { id: string; label: string }[]): Html =>
  html`<div class="rows">
    ${options.map(({ id, label }) => {
      const isRequired = field.question.required && kind === 'radio'
      const input = choiceInput(field, { kind, value: id, isRequired })
      return html`<label class="row">${input}<span>${label}</span></label>`
    })}
  </div>`

function scale(field: Field): Html {
  const { question, messages } = field
  const { min, max, min_label, max_label } = question.scale!
  const steps = Array.from({ length: max! - min! + 1 }, (_, n) => min! + n)
  const defaults = question.type === 'rating' ? [null, null] : messages[question.type as 'nps' | 'csat' | 'ces']
  const [low, high] = [min_label ?? defaults[0], max_label ?? defaults[1]]
  const stepLabel = (step: number) => {
    if (step === min && low) return `${step}, ${low}`
    return step === max && high ? `${step}, ${high}` : null
  }
  return html`<div class="steps s${steps.length}">
      ${steps.map((step) => {
        const label = stepLabel(step)
        const input = choiceInput(field, { kind: 'radio', value: String(step), isRequired: question.required, label })
        return html`<label class="pick">${input}<span>${step}</span></label>`
      })}
    </div>
    ${low || high ? html`<div class="ends" aria-hidden="true"><span>${low}</span><span>${high}</span></div>` : ''}`
}
