% Runs CollisionBlock.m over the states of a file, in Octave: octave-cli run_block.m FOLDER NODE MAIN DOCUMENT STATES
% FOLDER has CollisionBlock.m. Prints one line of numbers per sample, and what reset, latches, restore and errors do.
arguments = argv();
addpath(fileparts(mfilename('fullpath')));
addpath(arguments{1});
[command, document, states] = deal(arguments(2:3), arguments{4}, arguments{5});
block = CollisionBlock('Document', document, 'Command', command(:).');
lines = strsplit(strtrim(fileread(states)), "\n");
for k = 1:numel(lines)
    in = rmfield(jsondecode(lines{k}), 't');
    if k == numel(lines)
        saved = latches(block);
    end
    out = step(block, in);
    printf('%.17g ', out.collision, out.docking, out.j, out.gap, out.Vcm_c, out.Wcm_c);
    printf("\n");
end
reset(block);
cleared = step(block, rmfield(jsondecode(lines{1}), 't'));
restore(block, saved);
again = step(block, in);
printf("after reset: %d\n", cleared.docking);
printf("restored: %d\n", isequal(again, out));
wrong = in;
wrong.Xcm_A(1) = NaN;
try
    step(block, wrong);
catch problem
    printf("error: %s: %s\n", problem.identifier, problem.message);
end
still = step(block, in);
printf("continues: %d\n", isequal(still.Vcm_c, out.Vcm_c));
release(block);
missing = CollisionBlock('Document', 'no-such-file.json', 'Command', command(:).');
try
    step(missing, in);
catch problem
    printf("error: %s: %s\n", problem.identifier, problem.message);
end
