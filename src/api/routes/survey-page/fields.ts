import type { QuestionRow } from '#domain/sources/surveys/queries.ts'
import { flag, type Html, html } from './html.ts'
import type { Words } from './words.ts'

/** What stands in a field: the texts that were sent for it, or that the link brought along. */
export type Filled = ReadonlyMap<string, readonly string[]>

/** The name of a question’s field. */
export const fieldOf = (id: string) => `q.${id}`
export const anchorOf = (id: string) => `q-${id}`
const maxSteps = 11
const maxText = 5000

type Field = { question: QuestionRow; words: Words; texts: readonly string[]; bad: boolean; attributes: Html }

/** One question; a group of choices is a fieldset, so that a screen reader says what is asked with each of them. */
export function fieldFor(question: QuestionRow, words: Words, filled: Filled, problem: string | undefined): Html {
  const id = anchorOf(question.id)
  const described = html`${problem ? html` aria-describedby="${id}-why"` : ''}${problem ? html` aria-invalid="true"` : ''}`
  const field: Field = {
    question,
    words,
    texts: filled.get(question.id) ?? [],
    bad: problem !== undefined,
    attributes: described,
  }
  const asked = html`${question.text}${question.required ? html`<span class="mark">(${words.required})</span>` : ''}`
  const why = problem && html`<p class="why" id="${id}-why">${problem}</p>`
  const single = singleInput(field, id)
  return single
    ? html`<div class="card${problem ? ' bad' : ''}">
        <label class="ask" for="${id}">${asked}</label>${why}${single}
      </div>`
    : html`<div class="card${problem ? ' bad' : ''}">
        <fieldset id="${id}" tabindex="-1" ${described}>
          <legend class="ask">${asked}</legend>
          ${why}${choices(field)}
        </fieldset>
      </div>`
}

const isLong = ({ scale }: QuestionRow) => scale !== null && scale.max! - scale.min! >= maxSteps

function singleInput({ question, texts, attributes }: Field, id: string): Html | undefined {
  const { type, scale, required } = question
  const value = texts[0] ?? ''
  const more = html`${attributes}${flag('required', required)}`
  if (type === 'open_text')
    return html`<textarea id="${id}" name="${fieldOf(question.id)}" rows="4" maxlength="${maxText}" ${more}>
${value}</textarea>`
  if (type === 'date')
    return html`<input class="line" type="date" id="${id}" name="${fieldOf(question.id)}" value="${value}" ${more} />`
  const counted = type === 'number' || ((type === 'rating' || type === 'csat' || type === 'ces') && isLong(question))
  if (!counted) return undefined
  const bounds = html`${scale?.min === null || scale === null ? '' : html` min="${scale.min}"`}${scale?.max === null || scale === null ? '' : html` max="${scale.max}"`}`
  return html`<input
    class="line"
    type="number"
    inputmode="decimal"
    step="${type === 'number' ? 'any' : '1'}"
    id="${id}"
    name="${fieldOf(question.id)}"
    value="${value}"
    ${bounds}${more}
  />`
}

function choices(field: Field): Html {
  const { question, words } = field
  if (question.type === 'boolean')
    return rows(field, 'radio', [
      { id: 'true', label: words.yes },
      { id: 'false', label: words.no },
    ])
  if (question.type === 'single_choice') return rows(field, 'radio', question.options)
  if (question.type === 'multi_choice')
    return html`<p class="hint">${words.all}</p>
      ${rows(field, 'checkbox', question.options)}`
  return scale(field)
}

const rows = (
  { question, texts }: Field,
  kind: 'radio' | 'checkbox',
  options: readonly { id: string; label: string }[],
): Html =>
  html`<div class="rows">
    ${options.map((option) => html`<label class="row"><input type="${kind}" name="${fieldOf(question.id)}" value="${option.id}" ${flag('checked', texts.includes(option.id))}${flag('required', question.required && kind === 'radio')} /><span>${option.label}</span></label>`)}
  </div>`

function scale({ question, words, texts }: Field): Html {
  const { min, max, min_label, max_label } = question.scale!
  const steps = Array.from({ length: max! - min! + 1 }, (_, n) => min! + n)
  const usual = question.type === 'rating' ? [null, null] : words[question.type as 'nps' | 'csat' | 'ces']
  const [low, high] = [min_label ?? usual[0], max_label ?? usual[1]]
  const said = (step: number) =>
    step === min && low ? `${step}, ${low}` : step === max && high ? `${step}, ${high}` : null
  return html`<div class="steps s${steps.length}">
      ${steps.map((step) => {
        const words = said(step)
        return html`<label class="pick"
          ><input
            type="radio"
            name="${fieldOf(question.id)}"
            value="${step}"
            ${words ? html` aria-label="${words}"` : ''}${flag('checked', texts.includes(String(step)))}${flag('required', question.required)}
          /><span>${step}</span></label
        >`
      })}
    </div>
    ${low || high ? html`<div class="ends" aria-hidden="true"><span>${low}</span><span>${high}</span></div>` : ''}`
}
