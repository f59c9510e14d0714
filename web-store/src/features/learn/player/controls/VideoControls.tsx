import type { LessonVideo } from 'contract/media/videos'
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { t } from '../../../../language/text.ts'
import { choose, usePlayerChoices } from '../../../../stores/player-choices.ts'
import { chakra } from '../../../../ui/chakra.ts'
import { clockLength } from '../../../../ui/format.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import { IconPlayerPlay } from '../../../../ui/secondary-icons.ts'
import { CaptionsKey } from './CaptionsKey.tsx'
import { ControlMenu } from './ControlMenu.tsx'
import {
  IconBack10,
  IconDots,
  IconForward10,
  IconKeyboard,
  IconMaximize,
  IconMinimize,
  IconMuted,
  IconPause,
  IconPictureInPicture,
  IconVolume,
} from './control-icons.ts'
import { Key } from './control-parts.tsx'
import { KeyList } from './KeyList.tsx'
import { type KeyAction, LONG_STEP } from './keys.ts'
import { Picture } from './Picture.tsx'
import { QualityKey, type QualityProps } from './QualityKey.tsx'
import { SeekBar } from './SeekBar.tsx'
import { useFullScreen, usePictureInPicture } from './screen-modes.ts'
import { speeds } from './speeds.ts'
import { speedText, useCommands, useKeys } from './use-commands.ts'
import { useMedia } from './use-media.ts'
import { useShown } from './use-shown.ts'
import { VolumeKeys } from './VolumeKeys.tsx'

const SHOWN_MS = 1500

/** A few words over the picture that say what a key or a tap has done, shown for a moment and read out. */
function useNotice() {
  const [notice, setNotice] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const show = useCallback((words: string) => {
    setNotice(words)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setNotice(''), SHOWN_MS)
  }, [])
  return { notice, say: show }
}

/** All of the picture, so that a menu finds its height; what it leaves free is the picture's to press. */
const Over = chakra('div', {
  base: { position: 'absolute', inset: '0', display: 'grid', alignItems: 'end', pointerEvents: 'none' },
})

const Bar = chakra('div', {
  base: {
    pointerEvents: 'auto',
    ps: { base: 'max(8px, env(safe-area-inset-left))', md: 'max(14px, env(safe-area-inset-left))' },
    pe: { base: 'max(8px, env(safe-area-inset-right))', md: 'max(14px, env(safe-area-inset-right))' },
    pt: { base: '1', md: '2' },
    pb: { base: '0.5', md: '2' },
    // Over a picture these colours stand, also where the system chooses its own: its sliders would be nothing.
    forcedColorAdjust: 'none',
    bg: 'rgb(12 13 43 / .92)',
    color: 'white',
    transition: 'opacity 200ms',
    '@media (prefers-reduced-motion: reduce)': { transition: 'none' },
    '&[data-away]': { opacity: '0', pointerEvents: 'none' },
  },
})

const Keys = chakra('div', { base: { display: 'flex', alignItems: 'center', gap: { base: '0', md: '0.5' } } })

const Time = chakra('span', {
  base: {
    ms: { base: '1', md: '2' },
    me: 'auto',
    fontSize: '.875rem',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'lining-nums tabular-nums',
    '@media (max-width: 359px)': { '& > span': { display: 'none' } },
  },
})

type Props = QualityProps & {
  video: RefObject<HTMLVideoElement | null>
  captions: readonly { language: string; name: string }[]
  sprite: LessonVideo['sprite']
  loudness: LessonVideo['loudness']
}

type Opened = 'speed' | 'captions' | 'quality' | 'more' | 'keys'

/** The controls of a video or a sound of the shop. They lie over the element, in the place that also fills the screen. */
export function VideoControls({ video, captions, sprite, loudness, ...quality }: Props) {
  const media = useMedia(video)
  const { notice, say } = useNotice()
  const commands = useCommands({ video, say, loudness })
  const fullScreen = useFullScreen(video)
  const inPicture = usePictureInPicture(video)
  const [opened, setOpened] = useState<Opened>()
  const { shown, wake, rest } = useShown(video, {
    playing: media.playing && media.picture,
    held: opened !== undefined,
  })
  const chosen = usePlayerChoices((choices) => choices.captions)
  const lastLanguage = useRef(chosen)
  const language = captions.find((one) => one.language === chosen)

  const setCaptions = (to: string) => {
    if (to) lastLanguage.current = to
    choose({ captions: to })
    const name = captions.find((one) => one.language === to)?.name
    say(name ? t('Captions {language}', { language: name }) : t('Captions off'))
  }
  const toggleCaptions = () => {
    const other = captions.find((one) => one.language === lastLanguage.current) ?? captions[0]
    if (other) setCaptions(language ? '' : other.language)
    else say(t('This lesson has no captions'))
  }

  const run = (action: KeyAction) => {
    wake()
    if (action.do === 'seek') commands.seekBy(action.by)
    else if (action.do === 'volume') commands.volumeBy(action.by)
    else if (action.do === 'speed') commands.speedBy(action.by)
    else if (action.do === 'tenth') commands.seekToTenth(action.of)
    else if (action.do === 'captions') toggleCaptions()
    else if (action.do === 'fullScreen') fullScreen.toggle()
    else if (action.do === 'keys') setOpened('keys')
    else commands[action.do]()
  }
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  const [runLatest] = useState(() => (action: KeyAction) => latest.current(action))
  useKeys(video, runLatest)

  const opens = (name: Opened) => (open: boolean) => setOpened((now) => (open ? name : now === name ? undefined : now))
  const [opening] = useState(() => ({
    speed: opens('speed'),
    captions: opens('captions'),
    quality: opens('quality'),
    more: opens('more'),
  }))
  const more = {
    mute: { label: media.muted ? t('Sound on') : t('Mute'), run: commands.mute },
    back: { label: t('Back 10 seconds'), run: () => commands.seekBy(-LONG_STEP) },
    forward: { label: t('Forward 10 seconds'), run: () => commands.seekBy(LONG_STEP) },
    ...(inPicture.toggle && media.picture && { small: { label: t('Picture in picture'), run: inPicture.toggle } }),
    keys: { label: t('Keyboard shortcuts'), run: () => setOpened('keys') },
  }

  return (
    <>
      <Picture
        video={video}
        media={media}
        notice={notice}
        language={language?.language ?? ''}
        shown={shown}
        onPlay={commands.play}
        onSeekBy={commands.seekBy}
        onFullScreen={fullScreen.toggle}
        onShow={shown ? rest : wake}
      />
      <Over role="group" aria-label={t('Player controls')}>
        <Bar data-away={shown ? undefined : ''}>
          <SeekBar {...media} sprite={sprite} onSeek={commands.seekTo} />
          <Keys>
            <Key aria-label={media.playing ? t('Pause') : t('Play')} onClick={commands.play}>
              <Icon of={media.playing ? IconPause : IconPlayerPlay} size={24} />
            </Key>
            <Key wide aria-label={t('Back 10 seconds')} onClick={() => commands.seekBy(-LONG_STEP)}>
              <Icon of={IconBack10} size={24} />
            </Key>
            <Key wide aria-label={t('Forward 10 seconds')} onClick={() => commands.seekBy(LONG_STEP)}>
              <Icon of={IconForward10} size={24} />
            </Key>
            <VolumeKeys media={media} icons={{ on: IconVolume, off: IconMuted }} {...commands} />
            <Time>
              {clockLength(media.second)}
              <span> / {clockLength(media.length)}</span>
            </Time>
            <ControlMenu
              title={t('Speed')}
              label={t('Speed {speed}', { speed: speedText(media.speed) })}
              open={opened === 'speed'}
              onOpen={opening.speed}
              choices={speeds.map((speed) => ({
                id: String(speed),
                label: speed === 1 ? t('{speed}, normal', { speed: speedText(1) }) : speedText(speed),
                checked: speed === media.speed,
              }))}
              onChoose={(id) => commands.setSpeed(Number(id))}
            >
              {speedText(media.speed)}
            </ControlMenu>
            <CaptionsKey
              captions={captions}
              language={language}
              open={opened === 'captions'}
              onOpen={opening.captions}
              onToggle={toggleCaptions}
              onChoose={setCaptions}
            />
            <QualityKey {...quality} open={opened === 'quality'} onOpen={opening.quality} />
            {inPicture.toggle && (
              // The element has its room before the picture is known, so that no key moves.
              <Key
                wide
                aria-label={t('Picture in picture')}
                aria-pressed={inPicture.small}
                style={{ visibility: media.picture ? undefined : 'hidden' }}
                onClick={inPicture.toggle}
              >
                <Icon of={IconPictureInPicture} size={24} />
              </Key>
            )}
            <Key
              wide
              aria-label={t('Keyboard shortcuts')}
              aria-expanded={opened === 'keys'}
              onClick={() => setOpened('keys')}
            >
              <Icon of={IconKeyboard} size={24} />
            </Key>
            <ControlMenu
              title={t('More')}
              label={t('More')}
              phoneOnly
              open={opened === 'more'}
              onOpen={opening.more}
              choices={Object.entries(more).map(([id, { label }]) => ({ id, label }))}
              onChoose={(id) => more[id as keyof typeof more]?.run()}
            >
              <Icon of={IconDots} size={24} />
            </ControlMenu>
            <Key aria-label={t('Full screen')} aria-pressed={fullScreen.full} onClick={fullScreen.toggle}>
              <Icon of={fullScreen.full ? IconMinimize : IconMaximize} size={24} />
            </Key>
          </Keys>
        </Bar>
        {opened === 'keys' && <KeyList onClose={() => setOpened(undefined)} />}
      </Over>
    </>
  )
}
