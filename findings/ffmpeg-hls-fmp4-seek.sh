#!/bin/sh
# Surprise: FFmpeg up to 7.1 finds nothing behind a seek in an HLS film of fMP4 segments, its own too: `-ss 7 -i film.m3u8` writes a file
#   without a picture and exits with 0, so a poster or a clip cut from such a set is empty, whatever it logs. The same film in segments of
#   MPEG-TS is cut, by the one of 2018 from the next keyframe on, and so is the fMP4 one when `-ss` stands behind the input, which reads all of it up to there.
#   Said in mpv issue 13211 and FFmpeg's commit 380a518c439d (after 7.1): the demuxer reads a segment behind a seek without its init section.
# Source: RFC 8216, 3.3: a segment of fMP4 is read behind the section that its EXT-X-MAP names.
# Versions: FFmpeg of 2018 (@ffmpeg-installer/linux-x64 4.1.0), FFmpeg 7.1 (@remotion/compositor-linux-x64-gnu 4.0.529). Date: 2026-11-30.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --ignore-scripts --silent @ffmpeg-installer/linux-x64@4.1.0 @remotion/compositor-linux-x64-gnu@4.0.529
old=node_modules/@ffmpeg-installer/linux-x64/ffmpeg
new=node_modules/@remotion/compositor-linux-x64-gnu
chmod +x "$old" "$new/ffmpeg"
ffmpeg() {
  if [ "$program" = 2018 ]; then "$old" -nostdin -hide_banner -loglevel fatal -y "$@"
  else LD_LIBRARY_PATH=$new "$new/ffmpeg" -nostdin -hide_banner -loglevel fatal -y "$@"
  fi
}
for program in 2018 7.1; do ffmpeg -version | head -1; done

program=2018
set -- -f lavfi -i testsrc2=s=320x180:r=10:d=20 -f lavfi -i sine=d=20 -c:v libx264 -preset ultrafast -g 20 -pix_fmt yuv420p -c:a aac \
  -f hls -hls_time 2 -hls_playlist_type vod
ffmpeg "$@" -hls_segment_type fmp4 fmp4.m3u8
ffmpeg "$@" ts.m3u8

# Counts the pictures of the three seconds from the seventh on.
cut() {
  ffmpeg "$@" -t 3 -c:v libx264 -c:a aac cut.ts && status=0 || status=$?
  program=2018
  ffmpeg -i cut.ts -map 0:v -c copy -f framecrc frames.txt 2>/dev/null || : >frames.txt
  echo "exit $status, $(grep -vc '^#' frames.txt) pictures"
}
for version in 2018 7.1; do
  for film in fmp4 ts; do
    program=$version
    echo "$version $film, sought in the input: $(cut -ss 7 -i $film.m3u8)"
  done
  program=$version
  echo "$version fmp4, sought behind the input: $(cut -i fmp4.m3u8 -ss 7)"
done | tee seen.txt

for line in \
  '2018 fmp4, sought in the input: exit 0, 0 pictures' \
  '2018 ts, sought in the input: exit 0, 20 pictures' \
  '2018 fmp4, sought behind the input: exit 0, 30 pictures' \
  '7.1 fmp4, sought in the input: exit 0, 0 pictures' \
  '7.1 ts, sought in the input: exit 0, 30 pictures' \
  '7.1 fmp4, sought behind the input: exit 0, 30 pictures'; do
  grep -qxF "$line" seen.txt || { echo "changed: no line \"$line\"" >&2; exit 1; }
done
echo 'as described'
