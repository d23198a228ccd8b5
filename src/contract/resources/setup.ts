import Type from 'typebox'
import { Role } from './account.ts'
import { defineRoutes } from '#contract/core/route.ts'
import { Password, SecretToken } from './settings-shapes.ts'
import { OrgId, UserId } from '#contract/core/ids.ts'
import { closed, Count, nullable, oneOf } from '#contract/core/shapes.ts'
import { Email, Name } from '#contract/core/texts.ts'

const app = { audience: 'app' } as const
const checklistKeys = ['data', 'inbox', 'project', 'api', 'team'] as const

/** Why single sign-on failed, by the code in the URL of the sign-in page. */
export const signInProblems = {
  not_begun: 'This sign-in was not begun here, or took too long.',
  refused: 'The identity provider refused the sign-in.',
  mismatch: 'The identity provider answered another question.',
  no_address: 'The identity provider does not tell who this is.',
  unverified: 'The identity provider has not verified this address.',
  no_account: 'There is no account with this address; ask an admin for an invitation.',
  away: 'The identity provider cannot be reached.',
} as const

/** First-run setup; only for the web app. */
export const firstRun = defineRoutes({
  getSetup: {
    ...app,
    method: 'GET',
    path: '/setup',
    summary: 'Whether the first admin is still to come',
    anonymous: true,
    result: Type.Object(
      {
        needed: Type.Boolean(),
        demo: Type.Boolean({ description: 'The demo organization is available for sign-in.' }),
        mail: Type.Boolean({
          description: 'Email can be sent, so that passwords can be reset: POST /app/auth/request-password-reset.',
        }),
        single_sign_on: Type.Boolean({
          description: 'Single sign-on is available: GET /app/auth/oidc/start.',
        }),
      },
      closed,
    ),
  },
  completeSetup: {
    ...app,
    method: 'POST',
    effect: 'adds',
    path: '/setup',
    summary: 'Create the first admin and their organization',
    anonymous: true,
    audit: 'ids',
    status: 201,
    description: 'Requires the token that the server prints at startup; not found once a user exists.',
    body: Type.Object(
      { token: SecretToken, name: Name('Ana Lima'), email: Email, password: Password, organization_name: Name('Acme') },
      closed,
    ),
    result: Type.Object(
      { org_id: OrgId, user_id: UserId, email: Type.String({ examples: ['ana@example.com'] }) },
      closed,
    ),
    errors: ['NOT_FOUND', 'INVALID_STATE'],
  },
  lookAtInvitation: {
    ...app,
    method: 'POST',
    effect: 'none',
    path: '/invitations/look',
    summary: 'What an invitation link offers',
    anonymous: true,
    body: Type.Object({ token: SecretToken }, closed),
    result: Type.Object(
      {
        email: Type.String({ examples: ['ana@example.com'] }),
        role: Role,
        status: oneOf('pending', 'accepted', 'revoked', 'expired'),
        organization_name: Type.String({ examples: ['Acme'] }),
        has_account: Type.Boolean(),
      },
      closed,
    ),
    errors: ['NOT_FOUND'],
  },
  loadDemoData: {
    ...app,
    method: 'POST',
    effect: 'adds',
    path: '/demo',
    summary: 'Open the demo organization, made if it is not there yet',
    admin: true,
    result: Type.Object({ org_id: OrgId, created: Type.Boolean() }, closed),
  },
  removeDemoData: {
    ...app,
    method: 'DELETE',
    path: '/demo',
    summary: 'Remove the demo organization and all that is in it',
    admin: true,
    result: Type.Object({ removed: Count }, closed),
    errors: ['INVALID_STATE'],
  },
  getChecklist: {
    ...app,
    method: 'GET',
    path: '/checklist',
    summary: 'How far the organization has come, read from its data',
    result: Type.Object(
      {
        items: Type.Array(
          Type.Object({ key: oneOf(...checklistKeys), done: Type.Boolean(), count: nullable(Count) }, closed),
        ),
      },
      closed,
    ),
  },
})
