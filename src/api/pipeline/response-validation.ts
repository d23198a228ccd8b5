import { Ajv2020 as Ajv, type ValidateFunction } from 'ajv/dist/2020.js'
import { formats } from '#contract/core/formats.ts'
import { type Routes, statusesOf } from '#contract/core/route.ts'
import { resultOf } from '#contract/core/write-fields.ts'

/** Throws when a response does not match its schema. */
export function responseValidator(inventory: Routes) {
  const ajv = new Ajv({ allErrors: true, strict: false, validateSchema: false })
  for (const [name, check] of Object.entries(formats)) ajv.addFormat(name, check)
  const compiled = new Map<string, ValidateFunction>()
  return (routeId: string, status: number, text: string) => {
    const route = inventory[routeId]!
    if (!statusesOf(route).includes(status)) throw new Error(`${routeId} answered ${status}, which is not declared`)
    let check = compiled.get(routeId)
    if (!check)
      compiled.set(
        routeId,
        (check = ajv.compile(
          JSON.parse(JSON.stringify(resultOf(route), (key, value) => (key === '$id' ? undefined : value))),
        )),
      )
    if (!check(JSON.parse(text)))
      throw new Error(`${routeId} does not match its schema: ${ajv.errorsText(check.errors)}\n${text.slice(0, 2000)}`)
  }
}
