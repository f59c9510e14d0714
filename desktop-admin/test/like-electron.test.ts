import { expectTypeOf, test } from 'vitest'
import type * as chromium from './chromium/electron.ts'
import type { Session } from './chromium/session.ts'
import type { electronStandIn } from './electron-stand-in.ts'
import type { UnlikeElectron } from './like-electron.ts'

/** Notes of the stand-ins for tests; `getLastWebPreferences` is Electron's, without a type. */
type Own =
  | (
      | 'all'
      | 'asked'
      | 'bounds'
      | 'default'
      | 'getLastWebPreferences'
      | 'image'
      | 'menu'
      | 'notice'
      | 'opened'
      | 'options'
    )
  | (
      | 'partition'
      | 'preferences'
      | 'progress'
      | 'seen'
      | 'setPermissions'
      | 'shown'
      | 'spelling'
      | 'targetId'
      | 'template'
    )
  | ('title' | 'toolTip' | 'verify' | 'visible')

/** Electron has had this one as a plain call until its clipboard became the web's. */
type Before45 = { clipboard: { writeText: (text: string) => void } }

test('the stand-ins have the names, parameters and results of Electron’s own types', () => {
  // The compiler reads these; a run has nothing to see.
  expectTypeOf<UnlikeElectron<typeof chromium, Own>>().toBeNever()
  expectTypeOf<UnlikeElectron<{ Session: typeof Session }, Own>>().toBeNever()
  expectTypeOf<UnlikeElectron<ReturnType<typeof electronStandIn>['modules'], Own>>().toBeNever()
  expectTypeOf<UnlikeElectron<Before45>>().toEqualTypeOf<'writeText'>()
})
