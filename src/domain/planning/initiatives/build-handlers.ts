import type { Static } from 'typebox'
import type { initiatives } from '#contract/resources/initiatives.ts'
import type { Output } from '#contract/core/route.ts'
import { type Handlers, staged } from '#domain/operation-handlers.ts'
import { noFacts } from '#domain/planning/references/locked-write.ts'
import { findSegments } from '#domain/segmentation/require-segments.ts'
import { pipelined } from '#store/pipelined.ts'
import {
  createInitiative,
  findNewReferences,
  getInitiativeDetail,
  noReferences,
  setInitiativeSegments,
  updateInitiative,
  withLockedInitiative,
  writeSection,
} from './changes.ts'
import { listSections } from './queries.ts'

type Build = typeof initiatives.buildInitiatives
type Result = Output<Build>
type ActionInput<Name extends keyof Build['actions']> = Static<Build['actions'][Name]>
type OnInitiative = { initiative_id: string }

const idOf = ({ initiative_id }: OnInitiative) => initiative_id

/** An action that sets fields of the initiative. */
const updates = <Input extends OnInitiative>(
  action: Result['action'],
  changesOf: (input: Input) => Parameters<typeof updateInitiative>[2],
) =>
  withLockedInitiative(idOf, noFacts, async (ctx, input: Input, initiative): Promise<Result> => ({
    action,
    initiative: await updateInitiative(ctx, initiative, changesOf(input), noReferences),
  }))

export const handlers: Handlers<Pick<typeof initiatives, 'buildInitiatives'>> = {
  buildInitiatives: {
    create: staged({
      check: findNewReferences,
      handle: async (ctx, input) => ({
        action: 'create',
        initiative: await createInitiative(ctx, input, ctx.prepared),
      }),
    }),

    update_title: updates('update_title', ({ title }: ActionInput<'update_title'>) => ({ title })),
    update_goal: updates('update_goal', ({ goal }: ActionInput<'update_goal'>) => ({ goal })),
    update_status: updates('update_status', ({ status }: ActionInput<'update_status'>) => ({ status })),

    upsert_section: withLockedInitiative(
      idOf,
      ({ db, org }, { initiative_id }: ActionInput<'upsert_section'>) => listSections(db, org, initiative_id),
      async (ctx, { section_type, content, metadata }, initiative, sections): Promise<Result> => {
        const [, detail] = await pipelined(ctx.db, [
          writeSection(ctx, initiative, { key: section_type, content, metadata }, sections),
          getInitiativeDetail(ctx, initiative.id),
        ])
        return { action: 'upsert_section', initiative: detail }
      },
    ),

    set_segments: withLockedInitiative(
      idOf,
      (ctx, { segment_ids }: ActionInput<'set_segments'>) => findSegments(ctx, segment_ids),
      async (ctx, { segment_ids }, initiative, segments): Promise<Result> => ({
        action: 'set_segments',
        initiative: await setInitiativeSegments(ctx, initiative, segment_ids, segments),
      }),
    ),
  },
}
