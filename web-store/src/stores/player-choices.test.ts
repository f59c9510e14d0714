import { beforeEach, expect, it, vi } from 'vitest'
import { installBrowserStorage } from './browser-storage.ts'

let browser: ReturnType<typeof installBrowserStorage>
beforeEach(() => {
  browser = installBrowserStorage()
  vi.resetModules()
})
/** Loads the player as a new visit does. */
const visit = () => import('./player-choices.ts')

it('choices of the player last until the next visit', async () => {
  const { choose } = await visit()
  choose({ speed: 1.5, captions: 'hi' })
  vi.resetModules()
  const { usePlayerChoices } = await visit()
  expect(usePlayerChoices.getState()).toMatchObject({ speed: 1.5, captions: 'hi', volume: 1, muted: false })
})

it('an impossible stored choice is ignored', async () => {
  browser.texts.set(
    'player',
    JSON.stringify({ speed: 16, volume: -1, muted: 'yes', captions: 7, pageKeys: 0, saveData: 1 }),
  )
  const { usePlayerChoices } = await visit()
  expect(usePlayerChoices.getState()).toEqual({
    speed: 1,
    volume: 1,
    muted: false,
    captions: '',
    pageKeys: true,
    nextByItself: true,
    saveData: false,
  })
})

it('a choice of another tab stays', async () => {
  const { choose, usePlayerChoices } = await visit()
  browser.otherTab('player', JSON.stringify({ captions: 'mr' }))
  choose({ speed: 2 })
  expect(usePlayerChoices.getState()).toMatchObject({ speed: 2, captions: 'mr' })
})

it('choices last until the page is left in a browser without storage', async () => {
  browser = installBrowserStorage(0)
  const { choose, usePlayerChoices } = await visit()
  choose({ speed: 2 })
  expect(usePlayerChoices.getState().speed).toBe(2)
})
