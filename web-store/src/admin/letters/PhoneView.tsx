import { useState } from 'react'
import { chakra } from '../../ui/chakra.ts'
import { Stack } from '../../ui/layout.tsx'
import { Segments } from '../forms/Segments.tsx'

/** Makes the rules for dark mode hold always, or never: a frame has the scheme of the whole browser. */
const inScheme = (html: string, look: 'light' | 'dark') =>
  html.replace(/@media\s*\(prefers-color-scheme:\s*dark\)/g, look === 'dark' ? '@media all' : '@media not all')

type Props = { subject: string; html: string; text: string }

/** Shows the real letter as a phone does: light, dark, or as text alone. Nothing in it runs, and its links lead nowhere. */
export function PhoneView({ subject, html, text }: Props) {
  const [look, setLook] = useState<'light' | 'dark' | 'text'>('light')
  return (
    <Stack as="section" aria-label="On a phone" minW="0">
      <Segments
        label="Preview"
        value={look}
        onChange={setLook}
        options={[
          ['light', 'Light'],
          ['dark', 'Dark'],
          ['text', 'Text'],
        ]}
      />
      <chakra.div
        w="full"
        maxW="390px"
        justifySelf="center"
        bg="bg.panel"
        borderWidth="1px"
        borderColor="border.emphasized"
        borderRadius="28px"
        overflow="hidden"
      >
        <chakra.p px="4.5" pt="4" pb="3" fontWeight="600" overflowWrap="anywhere" borderBottomWidth="1px">
          {subject}
        </chakra.p>
        {look === 'text' ? (
          <chakra.pre
            h="560px"
            overflow="auto"
            px="4.5"
            py="3"
            whiteSpace="pre-wrap"
            overflowWrap="anywhere"
            fontSize=".875rem"
            tabIndex={0}
            aria-label="Text part"
          >
            {text}
          </chakra.pre>
        ) : (
          <chakra.iframe
            key={look}
            title={`Preview of the email, ${look}`}
            sandbox=""
            srcDoc={inScheme(html, look)}
            display="block"
            w="full"
            h="560px"
            border="0"
            style={{ colorScheme: look }}
          />
        )}
      </chakra.div>
    </Stack>
  )
}
