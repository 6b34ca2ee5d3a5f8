classdef System < handle
    % The part of matlab.System that CollisionBlock uses, for Octave.
    properties (Access = private)
        IsLocked = false
    end
    methods
        function setProperties(obj, count, varargin)
            for k = 1:2:count
                obj.(varargin{k}) = varargin{k + 1};
            end
        end
        function varargout = step(obj, varargin)
            if ~obj.IsLocked
                setupImpl(obj, varargin{:});
                obj.IsLocked = true;
                resetImpl(obj);
            end
            [varargout{1:nargout}] = stepImpl(obj, varargin{:});
        end
        function reset(obj)
            resetImpl(obj);
        end
        function release(obj)
            if obj.IsLocked
                releaseImpl(obj);
                obj.IsLocked = false;
            end
        end
    end
    methods (Access = protected)
        function setupImpl(obj, varargin)
        end
        function varargout = stepImpl(obj, varargin)
        end
        function resetImpl(obj)
        end
        function releaseImpl(obj)
        end
    end
end
