import { readFileSync } from 'node:fs';
import { readScene, simulate } from '../src/index.ts';
const scene = readScene(JSON.stringify({...JSON.parse(readFileSync('examples/haptic-tool.scene.json','utf8')), time:{end:20,step:'1 ms'}}), 'x');
const rows: any[]=[];
let it=0;
const run = simulate(scene as any, { frame(){}, contact(){}, event(e:any){ }, tracking(r:any){it=r.iterations} } as any);
const w: number[]=[]; const c:number[]=[];
for(;;){ const t=performance.now(); const c0=process.cpuUsage(); const r=run.next(); if(r.done)break; const d=process.cpuUsage(c0); w.push(performance.now()-t); c.push((d.user+d.system)/1000);}
const q=(a:number[],p:number)=>[...a].sort((x,y)=>x-y)[Math.min(a.length-1,Math.floor(p*a.length))];
for (const [name,a] of [['wall',w],['cpu',c]] as const) for (const [from,to] of [[0,2000],[2000,20000]]) { const b=a.slice(from,to); console.log(name,from,'mean',(b.reduce((x,y)=>x+y,0)/b.length*1000).toFixed(1),'p50',(q(b,.5)*1000).toFixed(1),'p99',(q(b,.99)*1000).toFixed(0),'p999',(q(b,.999)*1000).toFixed(0),'max',(Math.max(...b)*1000).toFixed(0),'>1ms',b.filter(x=>x>1).length); }
console.log(c.map((x,i)=>[i,x]).filter(([i,x])=>x>0.6&&i>1000).slice(0,60).map(([i,x])=>i+':'+x.toFixed(2)).join(' '));
console.log('climb', (globalThis as any).C1, 'surpassed?', (globalThis as any).C2);
