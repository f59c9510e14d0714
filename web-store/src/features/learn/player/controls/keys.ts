import { t } from '../../../../language/text.ts'
/** Action of a key in the player. */
export type KeyAction =
  | { do: 'play' | 'mute' | 'captions' | 'fullScreen' | 'keys' }
  | { do: 'seek' | 'volume' | 'speed'; by: number }
  | { do: 'tenth'; of: number }

/** Seconds per press. */
export const LONG_STEP = 10
export const SHORT_STEP = 5
const VOLUME_STEP = 0.1

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'>

export type Focus = {
  /** In a field for text, or a choice that has keys of its own, or a dialog. */
  taken: boolean
  /** On something that the space bar presses. */
  pressable: boolean
  /** On a slider, which the arrows move. */
  slides: boolean
  /** In the player itself. */
  inPlayer: boolean
}

const actions: Record<string, KeyAction> = {
  k: { do: 'play' },
  ' ': { do: 'play' },
  j: { do: 'seek', by: -LONG_STEP },
  l: { do: 'seek', by: LONG_STEP },
  ArrowLeft: { do: 'seek', by: -SHORT_STEP },
  ArrowRight: { do: 'seek', by: SHORT_STEP },
  ArrowUp: { do: 'volume', by: VOLUME_STEP },
  ArrowDown: { do: 'volume', by: -VOLUME_STEP },
  m: { do: 'mute' },
  c: { do: 'captions' },
  f: { do: 'fullScreen' },
  '<': { do: 'speed', by: -1 },
  '>': { do: 'speed', by: 1 },
  '?': { do: 'keys' },
}

/** The list of keys, in order. */
export const keyList: readonly [keys: string, what: string][] = [
  [t('K or Space'), t('Play or pause')],
  ['J', t('Back 10 seconds')],
  ['L', t('Forward 10 seconds')],
  ['← →', t('Back or forward 5 seconds')],
  ['↑ ↓', t('Louder or softer, with the focus in the player')],
  [t('0 to 9'), t('Jump to that tenth of the lesson')],
  ['< >', t('Slower or faster')],
  ['M', t('Sound on or off')],
  ['C', t('Captions on or off')],
  ['F', t('Full screen')],
  ['?', t('This list')],
]

/**
 * Returns the action of a pressed key, if any: none while it belongs to a field, a menu or the browser. Up and down scroll the page unless
 * the focus is in the player; `everywhere` false leaves the rest of the page all its keys.
 */
export function actionOf(pressed: Pressed, { taken, pressable, slides, inPlayer }: Focus, everywhere: boolean) {
  const { key, ctrlKey, metaKey, altKey, defaultPrevented } = pressed
  if (defaultPrevented || ctrlKey || metaKey || altKey || taken) return undefined
  if (!everywhere && !inPlayer) return undefined
  if (key === ' ' && pressable) return undefined
  if (key.startsWith('Arrow') && slides) return undefined
  if (/^Arrow(Up|Down)$/.test(key) && !inPlayer) return undefined
  if (/^\d$/.test(key)) return { do: 'tenth', of: Number(key) } satisfies KeyAction
  const name = key.length === 1 ? key.toLowerCase() : key
  return Object.hasOwn(actions, name) ? actions[name] : undefined
}

const TEXT_FIELDS = 'textarea, select, [contenteditable]:not([contenteditable=false])'
const OTHER_KEYS =
  'dialog, [role=dialog], [role=alertdialog], [role=menu], [role=tablist], [role=listbox], [role=radiogroup]'

/** Describes the focus by the element that received the key. */
export function focusOf(target: EventTarget | null, player: Element | null): Focus {
  if (!(target instanceof Element)) return { taken: false, pressable: false, slides: false, inPlayer: false }
  const field = target.matches('input') && !target.matches('[type=range], [type=checkbox], [type=button]')
  return {
    taken: field || target.closest(TEXT_FIELDS) !== null || target.closest(OTHER_KEYS) !== null,
    pressable: target.closest('button, a[href], summary, input, [role=button]') !== null,
    slides: target.matches('[type=range]'),
    inPlayer: player?.contains(target) ?? false,
  }
}
