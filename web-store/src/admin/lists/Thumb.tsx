import { isMediaUrl } from 'contract/fields'
import { chakra } from '../../ui/chakra.ts'
import { Picture } from '../../ui/Picture.tsx'

const Box = chakra('div', {
  base: {
    w: '58px',
    h: '44px',
    flexShrink: '0',
    me: '1.5',
    borderRadius: 'l1',
    overflow: 'hidden',
    bg: 'bg.muted',
    '& > *, & video': { h: 'full', w: 'full', objectFit: 'cover' },
    '& video': { display: 'block' },
  },
})

/** Shows the picture or video of an address in small, also of a signed one; nothing without an address. */
export function Thumb({ url, kind, cover }: { url: string; kind: 'image' | 'video'; cover?: string }) {
  const [address = ''] = url.split('?')
  if (!isMediaUrl(address) && !(url === '' && cover)) return null
  return (
    <Box aria-hidden>
      {kind === 'image' ? (
        <Picture src={url} alt="" label="" place="thumb" ratio="auto" {...(cover && { cover })} />
      ) : (
        <video src={`${url}#t=0.1`} preload="metadata" muted tabIndex={-1} />
      )}
    </Box>
  )
}
