import type { TSchema } from 'typebox'
import type { EventName } from '#contract/core/event-names.ts'
import { exampleOf } from '#contract/core/example.ts'
import { inventory } from '#contract/index.ts'
import type { Routes } from '#contract/core/route.ts'

const generic: Record<string, unknown> = { id: '019a8c1e-7b5c-7d3a-9f4e-2c6b8a1d0e5f' }

/** The object of a test event: the documented example response of an operation that emits this event. */
export function sampleObject(type: EventName): Record<string, unknown> {
  const family = type.slice(0, type.indexOf('.'))
  const routes = Object.values(inventory as Routes)
  const declares = (event: unknown, matches: (name: string) => boolean) =>
    typeof event === 'string'
      ? matches(event)
      : event !== undefined && Object.values(event as object).some((name) => matches(name as string))
  const route =
    routes.find(({ event }) => declares(event, (name) => name === type)) ??
    routes.find(({ event, actions }) => !actions && declares(event, (name) => name.startsWith(`${family}.`)))
  const example = route
    ? (exampleOf(route.result as TSchema & Record<string, unknown>) as Record<string, unknown>)
    : generic
  const part = example[family]
  return part !== null && typeof part === 'object' ? (part as Record<string, unknown>) : example
}
