import { t } from '../../../../language/text.ts'
import { usePlayerChoices } from '../../../../stores/player-choices.ts'
import { chakra } from '../../../../ui/chakra.ts'
import { Icon } from '../../../../ui/Icon.tsx'
import type { IconShape } from '../../../../ui/icon-drawing.ts'
import { Key } from './control-parts.tsx'
import { Slider } from './SeekBar.tsx'
import type { Media } from './use-media.ts'

const Place = chakra('div', {
  base: { position: 'relative', display: { base: 'none', lg: 'grid' }, alignItems: 'center', w: '72px', h: '22px' },
})

const Line = chakra('div', { base: { h: '4px', borderRadius: 'full', bg: '#4A4E7C', overflow: 'hidden' } })

type Props = {
  media: Media
  icons: { on: IconShape; off: IconShape }
  mute: () => void
  setVolume: (volume: number) => void
}

/** Sound on and off, and how loud: phones have keys of their own for that. */
export function VolumeKeys({ media, icons, mute, setVolume }: Props) {
  const volume = usePlayerChoices((choices) => choices.volume)
  const loud = media.muted ? 0 : volume
  const percent = `${Math.round(loud * 100)}%`
  return (
    <>
      <Key wide aria-label={t('Mute')} aria-pressed={media.muted} onClick={mute}>
        <Icon of={media.muted ? icons.off : icons.on} size={24} />
      </Key>
      <Place>
        <Line aria-hidden>
          <chakra.div h="full" bg="white" style={{ width: percent }} />
        </Line>
        <Slider
          type="range"
          aria-label={t('Volume')}
          aria-valuetext={percent}
          min={0}
          max={1}
          step={0.05}
          value={loud}
          onChange={({ target }) => setVolume(Number(target.value))}
        />
      </Place>
    </>
  )
}
