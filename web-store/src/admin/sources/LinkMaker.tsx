import { useDeferredValue, useState } from 'react'
import { encode } from 'uqr'
import { CopyButton } from '../../shared/CopyButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Card } from '../../ui/layout.tsx'
import { IconDownload } from '../../ui/secondary-icons.ts'
import { CourseSelect } from '../forms/CourseSelect.tsx'
import { Title, Tools, Two } from '../forms/form-parts.tsx'
import { usePlatform } from '../host/platform.tsx'
import { linkOf, places } from '../lists/source-words.ts'
import { Mono } from '../lists/table-parts.tsx'

/** Draws a link as a QR code, black on white whatever the theme: that is what cameras read. */
function drawingOf(link: string): string {
  const { data, size } = encode(link, { border: 2 })
  const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  const shape = `<rect width="${size}" height="${size}" fill="#fff"/><path d="${dots}" fill="#000"/>`
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="1024" height="1024"`
  return `${head} shape-rendering="crispEdges">${shape}</svg>`
}

/** Makes a link whose visits and sales are counted, to copy, and as a QR code to print. `picks`: the role reads the list of courses. */
export default function LinkMaker({ picks }: { picks: boolean }) {
  const platform = usePlatform()
  const [course, setCourse] = useState('')
  const [page, setPage] = useState('/')
  const [source, setSource] = useState('instagram')
  const [campaign, setCampaign] = useState('')
  const path = picks
    ? course
      ? `/course/${encodeURIComponent(course)}`
      : '/'
    : page.startsWith('/')
      ? page
      : `/${page}`
  const medium = places.find(([name]) => name === source)?.[2] ?? 'social'
  const link = linkOf(platform.storeAddress(path), { source, medium, campaign })
  const drawing = drawingOf(useDeferredValue(link))
  const name = `${[source, campaign.trim()]
    .filter(Boolean)
    .join('-')
    .replace(/[^\p{L}\p{N}]+/gu, '-')}.svg`
  return (
    <Card asChild p={{ base: '4', md: '5' }} display="grid" gap="4" alignContent="start" minW="0">
      <section aria-labelledby="make-link">
        <Title id="make-link" tabIndex={-1}>
          Create a link to post
        </Title>
        <Two>
          {picks ? (
            <CourseSelect label="Leads to" first="Home page" value={course} onChange={setCourse} />
          ) : (
            <Field label="Leads to" value={page} maxLength={200} onChange={({ target }) => setPage(target.value)} />
          )}
          <Field
            as="select"
            label="Where you post it"
            value={source}
            onChange={({ target }) => setSource(target.value)}
          >
            {places.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </Field>
        </Two>
        <Field
          label="Name of the post"
          optional
          value={campaign}
          maxLength={100}
          placeholder="reel-diwali"
          onChange={({ target }) => setCampaign(target.value)}
        />
        <Tools gap="3" bg="bg.muted" borderRadius="l2" p="3">
          <Mono flex="1 1 200px" minW="0" overflowWrap="anywhere">
            {link}
          </Mono>
          <CopyButton text={link} of="link" by={platform.copyText} />
        </Tools>
        <Tools gap="4">
          <chakra.img
            src={`data:image/svg+xml,${encodeURIComponent(drawing)}`}
            alt="QR code of this link"
            w="128px"
            h="128px"
            borderRadius="l2"
            borderWidth="1px"
            borderColor="border"
          />
          <Button
            variant="outline"
            size="sm"
            onClick={() => platform.saveFile(name, new Blob([drawing], { type: 'image/svg+xml' }))}
          >
            <Icon of={IconDownload} size={16} />
            Download QR code
          </Button>
        </Tools>
      </section>
    </Card>
  )
}
