import type { Ctx } from '#domain/context.ts'
import { invalidField } from '#domain/errors.ts'
import { evenFractions, fractionBetween } from '#engine/fraction-between.ts'
import type { Horizon } from '#vocabulary/horizons.ts'
import { lockOpportunity, requireActive } from './changes.ts'
import {
  findLastPosition,
  findNextPosition,
  findPlace,
  listIdsOfHorizon,
  lockPlaces,
  type TeamPlace,
  updatePositions,
} from './queries-places.ts'
import { updateOpportunityColumns } from './queries.ts'

/* The order of the team: a horizon, and a place in it. It is moved by hand only. */

type NewPlace = { before?: string; after?: string; horizon?: Horizon | null }

export async function rankOpportunity(ctx: Ctx, id: string, input: NewPlace) {
  const { db, org } = ctx
  requireOne(input)
  await lockPlaces(db, org)
  const opportunity = await lockOpportunity(ctx, id)
  requireActive(opportunity)
  const place = await placeOf(ctx, id, input)
  await updateOpportunityColumns(db, org, id, {
    horizon: place?.horizon ?? null,
    team_position: place?.position ?? null,
  })
  if (place && place.position.length > maxDigits) await spread(ctx, place.horizon)
  ctx.emit('opportunity.updated', { previous: { horizon: opportunity.horizon } })
}

function requireOne(input: NewPlace) {
  const [first, second] = Object.keys(input)
  if (second) invalidField(`body.${second}`, `cannot be combined with ${first}`)
}

async function placeOf(ctx: Ctx, id: string, { before, after, horizon }: NewPlace): Promise<TeamPlace | null> {
  const { db, org } = ctx
  if (horizon) return { horizon, position: fractionBetween((await findLastPosition(db, org, horizon, id)) ?? '', null) }
  if (horizon === null) return null
  const [side, other] = before === undefined ? (['after', after!] as const) : (['before', before] as const)
  const neighbour = await getPlace(ctx, side, id, other)
  const next = await findNextPosition(db, org, neighbour, { side, moved: id })
  const position =
    side === 'before' ? fractionBetween(next ?? '', neighbour.position) : fractionBetween(neighbour.position, next)
  return { horizon: neighbour.horizon, position }
}

async function getPlace({ db, org }: Ctx, side: 'before' | 'after', id: string, other: string): Promise<TeamPlace> {
  if (other === id) invalidField(`body.${side}`, 'is the opportunity itself')
  const place = (await findPlace(db, org, other)) ?? invalidField(`body.${side}`, 'is no opportunity of yours')
  return place.position === null
    ? invalidField(`body.${side}`, 'has no place in the order: give it a horizon first')
    : place
}

/** A place gains a digit with about six moves to the same point. */
const maxDigits = 40

/** Gives the places of a horizon few digits again; their order stays. */
async function spread({ db, org }: Ctx, horizon: Horizon) {
  const ids = await listIdsOfHorizon(db, org, horizon)
  await updatePositions(db, org, ids, evenFractions(ids.length))
}
