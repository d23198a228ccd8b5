import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type CsvType, csvColumns } from '#contract/resources/csv-columns.ts'
import { ContactInput } from '#contract/resources/contacts.ts'
import { FeedbackInput } from '#contract/resources/feedback.ts'
import { interviews } from '#contract/resources/interviews.ts'
import { NpsResponseInput } from '#contract/resources/nps-shapes.ts'
import { ResponseInput } from '#contract/resources/survey-response-shapes.ts'
import { TicketInput } from '#contract/resources/ticket-shapes.ts'

/* A cell is refused exactly where the API would refuse the value of its field. */

type Schema = { maxLength?: number; anyOf?: Schema[]; properties?: Record<string, Schema> }
const bodies: Record<CsvType, Schema> = {
  feedback: FeedbackInput as Schema,
  nps: NpsResponseInput as Schema,
  cs_ticket: TicketInput as Schema,
  survey: ResponseInput as Schema,
  user_interview: interviews.createInterview.body as Schema,
}

/** A field can be null, so its schema can be one of several. */
const partsOf = (schema: Schema): Schema[] => [schema, ...(schema.anyOf ?? []).flatMap(partsOf)]
const fieldOf = (schema: Schema, path: readonly string[]): Schema[] =>
  path.length === 0
    ? partsOf(schema)
    : partsOf(schema).flatMap(({ properties }) =>
        properties?.[path[0]!] ? fieldOf(properties[path[0]!]!, path.slice(1)) : [],
      )
const maxLengthOf = (schema: Schema, path: readonly string[]) =>
  fieldOf(schema, path).find(({ maxLength }) => maxLength !== undefined)?.maxLength

for (const type of Object.keys(bodies) as CsvType[])
  test(`${type}: columns are as long as the fields that they fill`, () => {
    const limited = Object.entries(csvColumns[type]).filter(([, { max }]) => max !== undefined)
    const compared = limited.flatMap(([target, { max, field, contact }]) => {
      const places = [
        ...(field ? [maxLengthOf(bodies[type], [field])] : []),
        ...(contact ? [maxLengthOf(ContactInput as Schema, contact.split('.'))] : []),
      ]
      return places.flatMap((length) => (length === undefined ? [] : [{ target, max, length }]))
    })
    assert.ok(compared.length >= 4, JSON.stringify(compared))
    for (const { target, max, length } of compared) assert.equal(max, length, target)
  })
