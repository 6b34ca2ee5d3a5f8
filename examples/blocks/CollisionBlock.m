classdef CollisionBlock < matlab.System
    % CollisionBlock  Collisions and docking of rigid bodies, by "appulse block".
    %
    %   block = CollisionBlock('Document', 'spacecraft.block.json');
    %   in = struct('Xcm_A', xA, 'R_A', RA, 'Xcm_B', xB, 'R_B', RB);
    %   out = block(in);          % out.collision, out.j, out.Vcm_An, ...
    %   reset(block);             % clears the latches
    %   saved = latches(block);   % latches and counters
    %   restore(block, saved);
    %
    %   The object starts the command once and exchanges one line of JSON per sample with it, so the latches persist between the
    %   samples. Vectors and matrices have the sizes that "appulse block DOCUMENT --ports" lists. In Simulink use it in a MATLAB
    %   System block with "Simulate using: Interpreted execution", and buses for input and output. It needs Java, as MATLAB has it.

    properties (Nontunable)
        % Document  Block document, a JSON file
        Document = ''
        % Command  The command, as words; for an installation in a project {'npx', 'appulse'}
        Command = {'appulse'}
    end

    properties (Access = private)
        Process = []
        Writer = []
        Reader = []
    end

    methods
        function obj = CollisionBlock(varargin)
            setProperties(obj, nargin, varargin{:});
        end

        function saved = latches(obj)
            % Latches and counters as the text of a JSON object
            answer = exchange(obj, '{"state":true}');
            start = numel('{"state":') + 1;
            saved = answer(start:end - 1);
        end

        function restore(obj, saved)
            % Sets the latches and counters to those of latches()
            exchange(obj, ['{"restore":' saved '}']);
        end
    end

    methods (Access = protected)
        function setupImpl(obj, varargin)
            if isempty(obj.Document)
                error('CollisionBlock:Document', 'Document: must be the path of a block document, got an empty text');
            end
            words = [cellstr(obj.Command), {'block', char(obj.Document)}];
            list = javaObject('java.util.ArrayList');
            for k = 1:numel(words)
                list.add(words{k});
            end
            builder = javaObject('java.lang.ProcessBuilder', list);
            obj.Process = builder.start();
            output = javaObject('java.io.OutputStreamWriter', obj.Process.getOutputStream(), 'UTF-8');
            obj.Writer = javaObject('java.io.BufferedWriter', output);
            obj.Reader = CollisionBlock.lineReader(obj.Process.getInputStream());
        end

        function out = stepImpl(obj, in)
            out = jsondecode(exchange(obj, CollisionBlock.encode(in)));
        end

        function resetImpl(obj)
            if ~isempty(obj.Process)
                exchange(obj, '{"reset":true}');
            end
        end

        function releaseImpl(obj)
            if isempty(obj.Process)
                return
            end
            obj.Writer.close();
            obj.Process.waitFor();
            obj.Process = [];
            obj.Writer = [];
            obj.Reader = [];
        end
    end

    methods (Access = private)
        function answer = exchange(obj, line)
            % One line out, one line in; an error of the block becomes an error here
            try
                obj.Writer.write(line);
                obj.Writer.newLine();
                obj.Writer.flush();
            catch
                % the command has ended, as the missing answer shows
            end
            answer = char(obj.Reader.readLine());
            if isempty(answer)
                errors = CollisionBlock.lineReader(obj.Process.getErrorStream());
                error('CollisionBlock:Ended', 'appulse block has ended: %s', char(errors.readLine()));
            end
            if strncmp(answer, '{"error":', 9)
                found = jsondecode(answer);
                error('CollisionBlock:Input', '%s', found.error.message);
            end
        end
    end

    methods (Static)
        function reader = lineReader(stream)
            % Reader of the lines of a Java stream
            reader = javaObject('java.io.BufferedReader', javaObject('java.io.InputStreamReader', stream, 'UTF-8'));
        end

        function text = encode(in)
            % JSON of a structure of scalars, vectors and matrices, with all digits. (jsonencode writes 15 digits, and a
            % matrix of one row as a vector.)
            names = fieldnames(in);
            parts = cell(1, numel(names));
            for k = 1:numel(names)
                value = in.(names{k});
                if ~(isnumeric(value) && all(isfinite(value(:))))
                    error('CollisionBlock:Input', '%s: must be finite numbers', names{k});
                end
                parts{k} = sprintf('"%s":%s', names{k}, CollisionBlock.encodeValue(double(value)));
            end
            text = ['{' strjoin(parts, ',') '}'];
        end

        function text = encodeValue(value)
            if isscalar(value)
                text = sprintf('%.17g', value);
            elseif isvector(value)
                text = ['[' strjoin(cellstr(num2str(value(:), '%.17g')).', ',') ']'];
            else
                rows = cell(1, size(value, 1));
                for k = 1:numel(rows)
                    rows{k} = CollisionBlock.encodeValue(value(k, :));
                end
                text = ['[' strjoin(rows, ',') ']'];
            end
        end
    end
end
