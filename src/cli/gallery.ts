import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { encodeRecording } from '../record/recording-files.ts';
import { animationSvg } from '../report/animation.ts';
import { MAX_SCENE_BYTES } from '../scene/read.ts';
import { listFiles, packagePath, readTextFile, sceneName } from './files.ts';
import { type GalleryScene, galleryPage, runFigures } from './gallery-page.ts';
import { colors, print } from './output.ts';
import { reportFiles, reportVerdict, reproduceWithProgress } from './reproduce.ts';
import { recordScene } from './run.ts';
import { type FileContent, type FolderKind, placeFolder, writeFolder } from './staging.ts';

const GALLERY_KIND: FolderKind = {
  what: 'gallery',
  names: /^(index\.html|report\.(html|json)|.*\.svg|.*\.recording)$/,
  mark: { file: 'index.html', start: /<meta name="generator" content="appulse gallery">/ },
};

interface GalleryOptions {
  readonly output: string;
  readonly force?: boolean;
}

export function addGalleryCommand(program: Command): void {
  program
    .command('gallery')
    .summary('run every example scene and write a page that shows them all')
    .description('Runs the scenes that come with the package, and writes recordings, animated pictures and one page.')
    .option('-o, --output <folder>', 'folder of the page', join('out', 'gallery'))
    .option('--force', 'write into a folder that holds something else')
    .addHelpText(
      'after',
      `
Examples:
  appulse gallery
  appulse gallery -o public && open public/index.html

The page also links the report of "appulse reproduce". The exit code is 1 when an item of that report fails.`,
    )
    .action(gallery);
}

async function gallery(options: GalleryOptions): Promise<void> {
  await placeFolder(options.output, GALLERY_KIND, options.force);
  const files = new Map<string, FileContent>();
  const scenes: GalleryScene[] = [];
  for (const path of await listFiles(packagePath('examples'), '.scene.json')) {
    const { scene, recording, seconds } = recordScene(await readTextFile(path, 'scene', MAX_SCENE_BYTES), path);
    const name = sceneName(path);
    files.set(`${name}.svg`, animationSvg(recording));
    for (const [file, bytes] of encodeRecording(recording)) files.set(join(`${name}.recording`, file), bytes);
    scenes.push({ name, about: scene.about, source: scene.source, recording });
    await print(`${scene.title.padEnd(40)}  ${runFigures(recording)} (ran ${seconds.toFixed(2)} s)\n`);
  }
  const report = reproduceWithProgress();
  const verdict = reportVerdict(report);
  for (const [file, text] of reportFiles(report)) files.set(file, text);
  files.set('index.html', galleryPage(scenes, verdict));
  await writeFolder(options.output, files, GALLERY_KIND, options.force);
  if (!report.passed) process.exitCode = 1;
  await print(`\n${verdict}\nopen ${colors.bold(resolve(options.output, 'index.html'))}\n`);
}
