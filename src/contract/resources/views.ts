import Type from 'typebox'
import { defineRoutes } from '#contract/core/route.ts'
import { Deleted, Id, pathIds } from '#contract/core/ids.ts'
import { page } from '#contract/core/pages.ts'
import { anyOfFields, closed, withDefault } from '#contract/core/shapes.ts'
import { Name } from '#contract/core/texts.ts'
import { Time } from '#contract/core/times.ts'

const app = { audience: 'app' } as const
const Path = Type.String({
  pattern: '^/[a-z][a-z0-9/-]{0,100}(\\?[^\\s#]{0,1800})?$',
  examples: ['/insights?sentiment=NEGATIVE'],
})
const SavedView = Type.Object(
  {
    id: Id,
    name: Type.String({ examples: ['Angry about exports'] }),
    path: Path,
    pinned: Type.Boolean(),
    shared: Type.Boolean({ description: 'Visible to all members of the organization.' }),
    mine: Type.Boolean(),
    user_name: Type.String({ examples: ['Ana Lima'] }),
    created_at: Time,
    updated_at: Time,
  },
  { ...closed, $id: 'SavedView' },
)

/** A saved view: a page of the web app with its filters, stored as a URL. */
export const views = defineRoutes({
  listViews: {
    ...app,
    method: 'GET',
    path: '/views',
    summary: 'List your saved views, oldest first, then those that others share',
    result: page(SavedView),
  },
  createView: {
    ...app,
    method: 'POST',
    effect: 'adds',
    path: '/views',
    summary: 'Save a view',
    status: 201,
    body: Type.Object(
      {
        name: Name('Angry about exports', 80),
        path: Path,
        pinned: withDefault(Type.Boolean(), true),
        shared: withDefault(Type.Boolean(), false),
      },
      closed,
    ),
    result: SavedView,
    errors: ['INVALID_STATE'],
  },
  updateView: {
    ...app,
    method: 'PATCH',
    effect: 'updates',
    path: '/views/{viewId}',
    summary: 'Rename, repoint, pin or share a view of yours',
    params: pathIds('viewId'),
    body: anyOfFields({
      name: Name('Angry about exports', 80),
      path: Path,
      pinned: Type.Boolean(),
      shared: Type.Boolean(),
    }),
    result: SavedView,
  },
  deleteView: {
    ...app,
    method: 'DELETE',
    path: '/views/{viewId}',
    summary: 'Delete a view of yours; admins also one that is shared',
    params: pathIds('viewId'),
    result: Deleted,
  },
})
